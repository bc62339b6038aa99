import type { Contest } from '@balloon/contracts/contests.ts';
import { expect, test } from 'vitest';
import { isStartable, wholePeriod, windowChange, windowEndMs } from '#features/contests/own-window.ts';

const floating = {
  ...{ windowTimeMs: 300, ownStartedAtMs: null, periodStartTimeMs: 1000, periodEndTimeMs: 2000 },
  ownExtraTimeMs: 0,
} as Contest;

test('a floating contest is started within its period, once', () => {
  expect(isStartable(floating, 'WAITING', 999)).toBe(false);
  expect(isStartable(floating, 'WAITING', 1000)).toBe(true);
  expect(isStartable({ ...floating, ownStartedAtMs: 1000 }, 'RUNNING', 1100)).toBe(false);
  expect(isStartable(floating, 'PRACTICE', 2000)).toBe(false);
  expect(isStartable({ ...floating, windowTimeMs: null }, 'WAITING', 1000)).toBe(false);
});

test('a window ends after its length, and with the period at the latest, but for extra time', () => {
  expect([windowEndMs(floating, 1000), windowEndMs(floating, 1900)]).toEqual([1300, 2000]);
  expect(windowEndMs({ ...floating, ownExtraTimeMs: 50 }, 1900)).toBe(2050);
});

test('a start that was taken back and a moved end are told, an own start is not', () => {
  const started = { ...floating, ownStartedAtMs: 1100, startTimeMs: 1100, durationTimeMs: 300 };
  expect(windowChange(floating, started)).toBeNull();
  expect(windowChange(started, { ...floating, startTimeMs: 2000, durationTimeMs: 0 })).toBe('takenBack');
  expect(windowChange(started, { ...started, durationTimeMs: 400 })).toBe('extended');
  expect(windowChange(started, { ...started, durationTimeMs: 200 })).toBe('shortened');
  expect(windowChange(started, { ...started })).toBeNull();
  expect(windowChange({ ...started, windowTimeMs: null }, { ...floating, windowTimeMs: null })).toBeNull();
});

test('the table lies in the period: its start, end, freeze and last end, whatever the own window', () => {
  const own = {
    ...{ ...floating, ownStartedAtMs: 1100, startTimeMs: 1100, durationTimeMs: 300, hasPracticeTime: true },
    ...{
      relativeFreezeTimeMs: -100,
      absoluteFreezeTimeMs: 1000,
      extraTimeMs: 650,
      practiceDurationTimeMs: 1600,
    },
  };
  expect(wholePeriod(own)).toMatchObject({
    ...{ startTimeMs: 1000, durationTimeMs: 1000, relativeFreezeTimeMs: 0, extraTimeMs: 50 },
    practiceDurationTimeMs: 1000,
  });
  const open = { ...own, relativeFreezeTimeMs: 300, absoluteFreezeTimeMs: 1400 };
  expect(wholePeriod(open).relativeFreezeTimeMs).toBe(1000);
});
