import { describe, expect, test } from 'vitest';
import {
  CONTEST_CATEGORIES,
  type ContestState,
  type ContestStatus,
  type ContestTimes,
  contestStatus,
  isHiddenByFreeze,
  isInCategory,
  isInFrozenInterval,
  isInPractice,
  lastEndTimeMs,
  nextTableMomentMs,
  thawTimeMs,
  waitsForThaw,
  withExtraTime,
} from '#contests/contest-phase.ts';

/** Starts at 1000, freezes at 1060, ends at 1100, practice until 1150. */
const contest: ContestState = {
  startTimeMs: 1000,
  durationTimeMs: 100,
  relativeFreezeTimeMs: 60,
  practiceDurationTimeMs: 50,
  isEnabled: true,
  isSuspended: false,
};

describe('the status', () => {
  test.each<[number, ContestStatus]>([
    [999, 'WAITING'],
    [1000, 'RUNNING'],
    [1059, 'RUNNING'],
    [1060, 'FROZEN'],
    [1099, 'FROZEN'],
    [1100, 'PRACTICE'],
    [1150, 'PRACTICE'],
    [1151, 'FINISHED'],
  ])('at %i is %s', (atMs, status) => {
    expect(contestStatus(contest, atMs)).toBe(status);
  });

  test('without practice goes from running to finished', () => {
    const short = { ...contest, practiceDurationTimeMs: 0, relativeFreezeTimeMs: 100 };
    expect([1099, 1101].map((atMs) => contestStatus(short, atMs))).toEqual(['RUNNING', 'FINISHED']);
  });

  test('is frozen from the start when the freeze has no offset', () => {
    expect(contestStatus({ ...contest, relativeFreezeTimeMs: 0 }, 1000)).toBe('FROZEN');
  });

  test('puts the switches before the times, disabled before removed', () => {
    expect(contestStatus({ ...contest, isSuspended: true }, 1200)).toBe('REMOVED');
    expect(contestStatus({ ...contest, isEnabled: false, isSuspended: true }, 1000)).toBe('NOT_ENABLED');
  });
});

test('the frozen interval includes both ends', () => {
  const frozenAt = [1059, 1060, 1100, 1101].map((atMs) => isInFrozenInterval(contest, atMs));
  expect(frozenAt).toEqual([false, true, true, false]);
});

test('a table changes by itself when the contest and its freeze begin, and just after they end', () => {
  const nextOf = (times: ContestTimes) => (atMs: number) => nextTableMomentMs(times, atMs);
  const asked = [0, 1000, 1060, 1100, 1101];
  expect(asked.map(nextOf(contest))).toEqual([1000, 1060, 1101, 1101, null]);
  expect(asked.map(nextOf({ ...contest, relativeFreezeTimeMs: 100 }))).toEqual([
    1000,
    1101,
    1101,
    1101,
    null,
  ]);
  expect([1101, 1131].map(nextOf({ ...contest, extraTimeMs: 30 }))).toEqual([1131, null]);
});

test('the freeze hides what was sent after it until the main time is over', () => {
  const hidden = (sentAtMs: number, atMs: number) => isHiddenByFreeze(contest, sentAtMs, atMs);
  expect([hidden(1060, 1070), hidden(1061, 1070), hidden(1061, 1100), hidden(1061, 1101)]).toEqual([
    ...[false, true],
    ...[true, false],
  ]);
});

test('practice begins strictly after the main time', () => {
  expect([1100, 1101].map((atMs) => isInPractice(contest, atMs))).toEqual([false, true]);
});

describe('the categories of the list', () => {
  const categoriesAt = (atMs: number, state = contest) =>
    CONTEST_CATEGORIES.filter((category) => isInCategory(state, category, atMs));

  test.each<[number, string[]]>([
    [1000, []],
    [1001, ['showOnlyStarted']],
    [1060, ['showOnlyStarted']],
    [1061, ['showOnlyStarted', 'showOnlyFrozen']],
    [1100, []],
    [1101, ['showOnlyPractice']],
    [1150, []],
    [1151, ['showOnlyFinished']],
  ])('at %i have strict bounds', (atMs, byTime) => {
    expect(categoriesAt(atMs)).toEqual(['all', ...byTime, 'showOnlyEnabled']);
  });

  test('keep disabled contests in all and removed ones apart', () => {
    expect(categoriesAt(1000, { ...contest, isEnabled: false })).toEqual(['all', 'showOnlyDisabled']);
    expect(categoriesAt(1001, { ...contest, isSuspended: true })).toEqual(['showOnlyRemoved']);
  });
});

describe('a freeze that is lifted by hand', () => {
  const kept = { ...contest, thawsByHand: true, thawedAtMs: null };
  const opened = { ...kept, thawedAtMs: 1120 };

  test('hides results until somebody opens them', () => {
    expect(isHiddenByFreeze(contest, 1070, 1101)).toBe(false);
    for (const atMs of [1101, 1_000_000]) {
      expect(isHiddenByFreeze(kept, 1070, atMs)).toBe(true);
      expect(waitsForThaw(kept, atMs)).toBe(true);
    }
    expect([1120, 1121].map((atMs) => isHiddenByFreeze(opened, 1070, atMs))).toEqual([true, false]);
    expect([1100, 1120, 1121].map((atMs) => waitsForThaw(opened, atMs))).toEqual([false, true, false]);
  });

  test('never ends before the main time of everybody', () => {
    expect(thawTimeMs({ ...opened, extraTimeMs: 50 })).toBe(1150);
  });

  test('leaves a contest without a freeze open', () => {
    expect(thawTimeMs({ ...kept, relativeFreezeTimeMs: kept.durationTimeMs })).toBe(1100);
  });

  test('makes no moment at which tables change by themselves', () => {
    expect(nextTableMomentMs(kept, 1101)).toBeNull();
    expect(nextTableMomentMs(opened, 1101)).toBe(1121);
  });
});

describe('extra time', () => {
  const longer = { ...contest, extraTimeMs: 30 };

  test('moves the own end, and neither freeze, last end nor the end of the practice', () => {
    const own = withExtraTime(longer, 20);
    expect(contestStatus(own, 1119)).toBe('FROZEN');
    expect(contestStatus(own, 1120)).toBe('PRACTICE');
    expect(contestStatus(own, 1151)).toBe('FINISHED');
    expect(isInPractice(own, 1120)).toBe(false);
    expect(lastEndTimeMs(own)).toBe(lastEndTimeMs(longer));
    expect(thawTimeMs(own)).toBe(1130);
  });

  test('longer than the practice leaves none', () => {
    const own = withExtraTime({ ...longer, extraTimeMs: 60 }, 60);
    expect([contestStatus(own, 1159), contestStatus(own, 1161)]).toEqual(['FROZEN', 'FINISHED']);
  });

  test('changes nothing for others but that the freeze stays on', () => {
    expect(contestStatus(longer, 1110)).toBe('PRACTICE');
    expect(isInFrozenInterval(longer, 1130)).toBe(true);
    expect(isInFrozenInterval(longer, 1131)).toBe(false);
    expect(isHiddenByFreeze(longer, 1090, 1130)).toBe(true);
  });

  test('makes no freeze where there is none', () => {
    const open = { ...longer, relativeFreezeTimeMs: 100 };
    expect(isInFrozenInterval(open, 1110)).toBe(false);
    expect(contestStatus(withExtraTime(open, 20), 1110)).toBe('RUNNING');
  });
});
