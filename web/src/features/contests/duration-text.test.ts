import { expect, test } from 'vitest';
import { durationParts } from '#features/contests/duration-text.ts';

const MINUTE_MS = 60_000;

test.each([
  [0, { days: 0, hours: 0, minutes: 0 }],
  [5 * 60, { days: 0, hours: 5, minutes: 0 }],
  [150, { days: 0, hours: 2, minutes: 30 }],
  [36 * 60, { days: 0, hours: 36, minutes: 0 }],
  [49 * 60 + 5, { days: 2, hours: 1, minutes: 5 }],
])('%i minutes', (minutes, parts) => {
  expect(durationParts(minutes * MINUTE_MS)).toEqual(parts);
});
