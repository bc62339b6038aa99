import type { Contest } from '@balloon/contracts/contests.ts';
import { expect, test } from 'vitest';
import { isStartable, windowEndMs } from '#features/contests/own-window.ts';

const floating = {
  ...{ windowTimeMs: 300, ownStartedAtMs: null, periodStartTimeMs: 1000, periodEndTimeMs: 2000 },
} as Contest;

test('a floating contest is started within its period, once', () => {
  expect(isStartable(floating, 'WAITING', 999)).toBe(false);
  expect(isStartable(floating, 'WAITING', 1000)).toBe(true);
  expect(isStartable({ ...floating, ownStartedAtMs: 1000 }, 'RUNNING', 1100)).toBe(false);
  expect(isStartable(floating, 'PRACTICE', 2000)).toBe(false);
  expect(isStartable({ ...floating, windowTimeMs: null }, 'WAITING', 1000)).toBe(false);
});

test('a window ends after its length, and with the period at the latest', () => {
  expect([windowEndMs(floating, 1000), windowEndMs(floating, 1900)]).toEqual([1300, 2000]);
});
