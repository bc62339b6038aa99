import { expect, test } from 'vitest';
import { countdownParts } from '#features/contests/countdown.tsx';

const HOUR_MS = 3_600_000;

test.each([
  [0, { days: 0, clock: '0:00:00' }],
  [5 * HOUR_MS - 1000, { days: 0, clock: '4:59:59' }],
  [47 * HOUR_MS, { days: 0, clock: '47:00:00' }],
  [48 * HOUR_MS, { days: 2, clock: '0:00:00' }],
  [335 * HOUR_MS + 61_000, { days: 13, clock: '23:01:01' }],
  [-5000, { days: 0, clock: '0:00:00' }],
])('%i ms left', (leftMs, parts) => {
  expect(countdownParts(leftMs)).toEqual(parts);
});
