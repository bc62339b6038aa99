import { expect, test } from 'vitest';
import { VERDICTS } from '#judging/verdicts.ts';
import { verdictEffects } from '#results/verdict-effects.ts';
import { createScoreboard } from '#scoreboard/scoreboard.ts';
import { A, at, attempt, B, contest, joined } from '#testing/worked-example.ts';

const first = attempt(1, A, 'accepted', at(10));
const second = attempt(2, A, 'accepted', at(20));
const late = attempt(2, B, 'wrongAnswer', at(200));
const practice = attempt(3, B, 'wrongAnswer', at(301));
const jury = attempt(9, B, 'wrongAnswer', at(5));
const { rows } = createScoreboard(contest, [
  ...[joined(1), joined(2), joined(3), joined(9, at(0), true)],
  ...[first, second, late, practice, jury],
]);
const effects = (...verdicts: [{ solutionId: number }, keyof typeof VERDICTS][]) =>
  verdictEffects(
    contest,
    rows,
    new Map(verdicts.map(([{ solutionId }, verdict]) => [solutionId, VERDICTS[verdict].id])),
  );

test('the same verdicts, and those of the practice and of the jury, change nothing', () => {
  const nothing = { total: 3, moved: [], firstSolves: [] };
  expect(effects()).toEqual(nothing);
  expect(effects([first, 'accepted'])).toEqual(nothing);
  expect(effects([practice, 'accepted'], [jury, 'accepted'])).toEqual(nothing);
});

test('a solve that is lost moves ranks, medals and the first solve', () => {
  expect(effects([first, 'wrongAnswer'])).toEqual({
    total: 3,
    moved: [
      {
        userId: 2,
        before: { rank: 2, solved: 1, penaltyMin: 20, medal: 'gold' },
        after: { rank: 1, solved: 1, penaltyMin: 20, medal: 'gold' },
      },
      {
        userId: 1,
        before: { rank: 1, solved: 1, penaltyMin: 10, medal: 'gold' },
        after: { rank: 2, solved: 0, penaltyMin: 0, medal: null },
      },
      // Shares the place of the other who solved nothing.
      {
        userId: 3,
        before: { rank: 3, solved: 0, penaltyMin: 0, medal: null },
        after: { rank: 2, solved: 0, penaltyMin: 0, medal: null },
      },
    ],
    firstSolves: [{ problemId: A, before: 1, after: 2 }],
  });
});

test('a solve in the freeze counts, and the rows that were given stay as they are', () => {
  const { moved, firstSolves } = effects([late, 'accepted']);
  expect(moved.map(({ userId, after }) => [userId, after?.rank, after?.penaltyMin])).toEqual([
    [2, 1, 220],
    [1, 2, 10],
  ]);
  expect(firstSolves).toEqual([{ problemId: B, before: null, after: 2 }]);
  expect(effects()).toMatchObject({ moved: [] });
});
