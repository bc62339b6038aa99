import { describe, expect, test } from 'vitest';
import { countsForRatings, densePlaces, finalResults, lastPlaces } from '#rating/results.ts';
import { A, at, attempt, B, contest, joined } from '#testing/worked-example.ts';

const state = { ...contest, isEnabled: true, isSuspended: false, isRated: true };

describe('countsForRatings', () => {
  test('begins when the main time is over, since until then the freeze hides results', () => {
    expect(countsForRatings(state, at(200))).toBe(false);
    expect(countsForRatings(state, at(300))).toBe(false);
    expect(countsForRatings(state, at(300) + 1)).toBe(true);
  });

  test('waits for results that are opened by hand', () => {
    const kept = { ...state, thawsByHand: true };
    expect(countsForRatings(kept, at(400))).toBe(false);
    const opened = { ...kept, thawedAtMs: at(400) };
    expect([at(400), at(400) + 1].map((atMs) => countsForRatings(opened, atMs))).toEqual([false, true]);
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
      { userId: 1, accepted: 1, penaltyMin: 300, penaltySec: 18_000, tieSec: 0, hasSent: true, undecided: 0 },
      { userId: 2, accepted: 0, penaltyMin: 0, penaltySec: 0, tieSec: 0, hasSent: true, undecided: 0 },
    ]);
  });

  test('tells how many attempts of the main time may still change a result', () => {
    const log = [
      joined(1),
      joined(2),
      attempt(1, A, null, at(10)),
      attempt(1, A, 'accepted', at(20)),
      attempt(1, A, null, at(30)), // the problem is solved already
      attempt(1, B, null, at(300, 1)), // practice
      attempt(2, A, 'judgingError', at(10)),
      attempt(2, B, 'accepted', at(40)),
    ];
    const reopened = log.flatMap((event) =>
      event.type === 'attempt' && event.userId === 2 && event.problemId === B ? event.solutionId : [],
    );
    const undecided = (ids: readonly number[]) =>
      finalResults(contest, log, new Set(ids)).map((result) => [result.userId, result.undecided]);
    expect([undecided([]), undecided(reopened)].map((results) => Object.fromEntries(results))).toEqual([
      { 1: 1, 2: 1 },
      { 1: 1, 2: 2 },
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

describe('somebody who only joined', () => {
  test('has sent nothing; a compilation error is something, a solution of the practice is not', () => {
    const log = [
      ...[joined(1), joined(2), joined(3)],
      attempt(2, A, 'compilationError', at(20)),
      attempt(3, A, 'accepted', at(301)),
    ];
    const sent = finalResults(contest, log).map(({ userId, hasSent }) => [userId, hasSent]);
    expect(Object.fromEntries(sent)).toEqual({ 1: false, 2: true, 3: false });
  });
});

describe('places', () => {
  const result = (userId: number, accepted: number, penaltyMin: number) => ({
    ...{ userId, accepted, penaltyMin, penaltySec: 60 * penaltyMin, tieSec: 0 },
    ...{ hasSent: true, undecided: 0 },
  });
  const results = [result(1, 2, 100), result(2, 1, 50), result(3, 1, 50), result(4, 1, 70), result(5, 0, 0)];

  test('go by accepted problems and penalty together', () => {
    expect(densePlaces(results)).toEqual([1, 2, 2, 3, 4]);
    expect(lastPlaces(results)).toEqual([1, 3, 3, 4, 5]);
  });

  test('tell equal penalties of different counts apart', () => {
    expect(densePlaces([result(1, 2, 80), result(2, 1, 80)])).toEqual([1, 2]);
    expect(lastPlaces([result(1, 2, 80), result(2, 1, 80)])).toEqual([1, 2]);
  });

  test('of a field that all ties', () => {
    expect(lastPlaces([result(1, 0, 0), result(2, 0, 0), result(3, 0, 0)])).toEqual([3, 3, 3]);
    expect(lastPlaces([])).toEqual([]);
  });
});
