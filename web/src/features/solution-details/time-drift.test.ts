import { expect, test } from 'vitest';
import { timeDrift } from '#features/solution-details/time-drift.ts';

test.each([
  [1000, 1034, 3.4],
  [1000, 950, -5],
  [1000, 1000, 0],
  [10, 30, null],
  [0, 0, null],
])('%d ms before and %d ms after are %s %%', (beforeMs, afterMs, drift) => {
  expect(timeDrift({ beforeMs, afterMs })).toBe(drift);
});
