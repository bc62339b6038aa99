import { describe, expect, test } from 'vitest';
import { countsForRatings, finalResults, ranked } from '#rating-results.ts';
import { A, at, attempt, B, contest, joined } from '#testing/worked-example.ts';

const state = { ...contest, isEnabled: true, isSuspended: false, isRated: true };

describe('countsForRatings', () => {
  test('begins when the main time is over, since until then the freeze hides results', () => {
    expect(countsForRatings(state, at(200))).toBe(false);
    expect(countsForRatings(state, at(300))).toBe(false);
    expect(countsForRatings(state, at(300) + 1)).toBe(true);
  });

  test('leaves out unrated, disabled and removed contests', () => {
    for (const change of [{ isRated: false }, { isEnabled: false }, { isSuspended: true }])
      expect(countsForRatings({ ...state, ...change }, at(400))).toBe(false);
  });
});

describe('finalResults', () => {
  test('ends with the main time, included', () => {
    const log = [
      joined(1),
      joined(2),
      attempt(1, A, 'accepted', at(300)),
      attempt(2, A, 'accepted', at(300, 1)),
      attempt(2, B, 'wrongAnswer', at(10)),
    ];
    expect(finalResults(contest, log)).toEqual([
      { userId: 1, accepted: 1, penaltyMin: 300 },
      { userId: 2, accepted: 0, penaltyMin: 0 },
    ]);
  });

  test('knows neither supervisors, whose rows are hidden, nor those who left or came for the practice', () => {
    const log = [
      joined(1),
      joined(9, at(0), true),
      joined(2, at(310)),
      joined(3),
      attempt(9, A, 'accepted', at(1)),
      attempt(2, A, 'accepted', at(320)),
      { type: 'left', userId: 3 } as const,
    ];
    expect(finalResults(contest, log).map(({ userId }) => userId)).toEqual([1]);
  });

  test('keeps somebody whose joining was corrected but who sent in time', () => {
    const log = [joined(2, at(310)), attempt(2, A, 'wrongAnswer', at(20))];
    expect(finalResults(contest, log).map(({ userId }) => userId)).toEqual([2]);
  });
});

describe('ranked', () => {
  const result = (userId: number, accepted: number, penaltyMin: number) => ({ userId, accepted, penaltyMin });

  test('goes by accepted problems and penalty together', () => {
    const results = [
      result(1, 2, 100),
      result(2, 1, 50),
      result(3, 1, 50),
      result(4, 1, 70),
      result(5, 0, 0),
    ];
    expect(ranked(results).map(({ rank }) => rank)).toEqual([1, 2, 2, 3, 4]);
  });

  test('tells equal penalties of different counts apart', () => {
    expect(ranked([result(1, 2, 80), result(2, 1, 80)]).map(({ rank }) => rank)).toEqual([1, 2]);
  });
});
