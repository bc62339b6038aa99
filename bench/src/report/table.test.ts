import { expect, test } from 'vitest';
import { drawnBounds, quantileBounds } from '#report/table.ts';

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

test('bounds from drawn parts hold the true number in most measurements, and are the same for the same parts', () => {
  const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
  const ratioOf = (parts: readonly (readonly [number, number])[]) =>
    sumOf(parts.map(([, second]) => second)) / sumOf(parts.map(([first]) => first));
  const measurements = Array.from({ length: 60 }, (_, seed) => {
    const seconds = spread(20, seed + 60);
    return spread(20, seed * 7_919).map((first, place) => [first, seconds[place] ?? 0] as const);
  });
  const bounds = measurements.map((parts) => drawnBounds(parts, ratioOf));
  const holding = bounds.filter(([low, high]) => low <= 1 && 1 <= high);

  expect(holding.length).toBeGreaterThan(48);
  expect(bounds.some(([low, high]) => low > 1 || high < 1)).toBe(true);
  expect(drawnBounds(measurements[0] ?? [], ratioOf)).toEqual(bounds[0]);
});
