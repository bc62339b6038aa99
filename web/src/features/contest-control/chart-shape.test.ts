import { expect, test } from 'vitest';
import { barsPath, stretchesOf } from '#features/contest-control/chart-shape.ts';

test('the table sums whole stretches, the newest first', () => {
  const counts = new Array<number>(63).fill(1);
  const stretches = stretchesOf({ stepMs: 60_000, counts, total: 63 });
  expect(stretches.length).toBeLessThanOrEqual(12);
  expect(stretches[0]).toEqual({ fromMs: 3_600_000, toMs: 3_780_000, count: 3 });
  expect(stretches.at(-1)).toEqual({ fromMs: 0, toMs: 600_000, count: 10 });
  expect(stretchesOf({ stepMs: 60_000, counts: [], total: 0 })).toEqual([]);
});

test('bars stand on the line, as high as their share of the highest', () => {
  expect(barsPath([2, 0, 1], 2, 10)).toBe('M0 10V0H1V10ZM2 10V5H3V10Z');
});
