import { expect, test } from 'vitest';
import { createScoreboard, movedRows, type ScoreboardContest } from '#scoreboard/scoreboard.ts';
import { A, at, attempt, B, contest, joined } from '#testing/worked-example.ts';

const { rows } = createScoreboard(contest, [
  joined(1),
  joined(2),
  joined(3),
  joined(9, at(0), true),
  attempt(1, A, 'accepted', at(10)),
  attempt(2, A, 'compilationError', at(5)),
  attempt(2, A, 'wrongAnswer', at(6)),
  attempt(2, A, 'accepted', at(20)),
  attempt(2, B, 'accepted', at(200)),
  attempt(9, A, 'accepted', at(1)),
]);
const moves = (change: Partial<ScoreboardContest>) =>
  movedRows(rows.byUser.values(), contest, { ...contest, ...change });

test('no row moves under the same times, problems and rules, and supervisors have no rows', () => {
  expect(moves({})).toEqual({ total: 3, moved: [] });
});

test('a removed problem moves the participants who solved it, and the others accordingly', () => {
  expect(moves({ problemIds: [A] }).moved).toEqual([
    { userId: 2, rankBefore: 1, rankAfter: 2 },
    { userId: 1, rankBefore: 2, rankAfter: 1 },
  ]);
});

test('an earlier end takes later solutions out of the results', () => {
  expect(moves({ durationTimeMs: 60 * 60_000 }).moved.map(({ userId }) => userId)).toEqual([2, 1]);
});

test('other rules of scoring move rows whose penalty changes, also when their place stays', () => {
  const scoring = { wrongTryPenaltyMin: 20, countsCompilationErrors: true };
  expect(moves({ scoring }).moved).toEqual([{ userId: 2, rankBefore: 1, rankAfter: 1 }]);
  const cheap = { wrongTryPenaltyMin: 0, countsCompilationErrors: false };
  expect(moves({ scoring: cheap }).moved).toEqual([{ userId: 2, rankBefore: 1, rankAfter: 1 }]);
});
