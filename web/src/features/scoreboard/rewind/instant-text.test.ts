import { expect, test } from 'vitest';
import { ownTimeAt } from '#features/scoreboard/rewind/instant-text.ts';

const MINUTE_MS = 60_000;
const window = {
  windowTimeMs: 60 * MINUTE_MS,
  ownStartedAtMs: 100 * MINUTE_MS,
  ownExtraTimeMs: 10 * MINUTE_MS,
  periodEndTimeMs: 120 * MINUTE_MS,
};

test('the own time is told while the own window runs, which ends with the period but for extra time', () => {
  const at = (minute: number) => ownTimeAt(window, minute * MINUTE_MS);
  expect([99, 100, 115, 130, 131].map(at)).toEqual([null, '0:00', '0:15', '0:30', null]);
});

test('there is none where all start together, and before the own start', () => {
  expect(ownTimeAt({ ...window, windowTimeMs: null }, 110 * MINUTE_MS)).toBeNull();
  expect(ownTimeAt({ ...window, ownStartedAtMs: null }, 110 * MINUTE_MS)).toBeNull();
});
