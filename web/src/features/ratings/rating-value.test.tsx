import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RatingDelta } from '#features/ratings/rating-value.tsx';

test.each([
  [179, '+179'],
  [-16, '−16'],
  [12.34, '+12.3'],
  [5.02, '+5.0'],
  [0.04, '0'],
])('a change by %d is written as %s', (change, text) => {
  const words = renderToStaticMarkup(<RatingDelta change={change} />).replace(/<[^>]*>/g, '');
  expect(words).toBe(text);
});
