import { expect, test } from 'vitest';
import { quantileBounds } from '#report/table.ts';

/** Numbers that are spread evenly over 0 to 1, in no order; the same for the same seed. */
function spread(number: number, seed: number): number[] {
  let state = seed;
  return Array.from({ length: number }, () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  });
}

test('bounds of a quantile hold the true one in about 95 of 100 measurements', () => {
  const measurements = Array.from({ length: 400 }, (_, seed) => spread(400, seed * 7_919));
  const holding = measurements.filter((values) => {
    const [low, high] = quantileBounds(values, 0.95);
    return low <= 0.95 && 0.95 <= high;
  });

  expect(holding.length).toBeGreaterThan(360);
  expect(holding.length).toBeLessThan(396);
});
