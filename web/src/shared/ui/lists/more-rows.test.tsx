import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useFirstRows } from '#shared/ui/lists/more-rows.tsx';

function Rows({ of, failing }: { of: number; failing: readonly number[] }) {
  const rows = Array.from({ length: of }, (_, index) => index + 1);
  const { shown, more } = useFirstRows(rows, (row) => failing.includes(row));
  return `${shown.slice(98).join()} and ${more.left}`;
}

test.each([
  [100, [], '99,100 and 0'],
  [10_001, [10_001], '99,100,10001 and 9900'],
  [10_001, [3, 101, 5_000], '99,100,101,5000 and 9899'],
])('of %i rows the first ones are shown, and those that matter: %j', (of, failing, expected) => {
  expect(renderToStaticMarkup(<Rows of={of} failing={failing} />)).toBe(expected);
});

test('of thousands of rows that matter no more are shown than of the others', () => {
  const failing = Array.from({ length: 5_000 }, (_, index) => index + 200);
  expect(renderToStaticMarkup(<Rows of={10_000} failing={failing} />)).toMatch(/,299 and 9800$/);
});
