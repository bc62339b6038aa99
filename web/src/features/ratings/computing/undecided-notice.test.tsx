import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { UndecidedNotice } from '#features/ratings/computing/undecided-notice.tsx';

const drawn = (solutions: readonly number[]) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <UndecidedNotice
        computation={{
          undecided: solutions.map((number, index) => ({
            contest: { id: index + 1, name: `Round ${index + 1}` },
            solutions: number,
          })),
        }}
      />
    </MemoryRouter>,
  );

test('contests whose solutions waited for verdicts are named and counted', () => {
  expect(drawn([])).toBe('');
  const notice = drawn([2, 1]).replace(/<[^>]*>/g, ' ');
  for (const name of ['Round 1', 'Round 2']) expect(notice).toContain(name);
});
