import { expect, test } from 'vitest';
import { frozenMinutes, resultsState } from '#results/results-state.ts';

const contest = {
  ...{ startTimeMs: 0, durationTimeMs: 300_000, relativeFreezeTimeMs: 240_000, practiceDurationTimeMs: 0 },
  ...{ extraTimeMs: 60_000, hasOfficialResults: true, finalizedAtMs: null },
};

test('results are not final from the last end until somebody makes them so', () => {
  expect(resultsState(contest, 360_000)).toBe('none');
  expect(resultsState(contest, 360_001)).toBe('provisional');
  expect(resultsState({ ...contest, finalizedAtMs: 400_000 }, 500_000)).toBe('final');
});

test('a contest without official results says nothing of them', () => {
  expect(resultsState({ ...contest, hasOfficialResults: false }, 500_000)).toBe('none');
});

test('the freeze names the minutes that it hides, a begun one as a whole', () => {
  expect(frozenMinutes(contest)).toBe(1);
  expect(frozenMinutes({ ...contest, relativeFreezeTimeMs: 239_000 })).toBe(2);
});

test('the freeze does not name minutes that were cut out of it', () => {
  const cut = (fromMs: number, toMs: number) => ({
    ...contest,
    removedIntervals: [{ id: 1, fromMs, toMs, isEndMoved: false }],
  });
  const long = { durationTimeMs: 600_000, relativeFreezeTimeMs: 240_000 };
  expect(frozenMinutes({ ...cut(300_000, 420_000), ...long })).toBe(4);
  expect(frozenMinutes({ ...cut(180_000, 300_000), ...long })).toBe(5);
  expect(frozenMinutes({ ...cut(60_000, 120_000), ...long })).toBe(6);
});
