import type { ScoreTable, ScoreTableQuestion } from '@balloon/contracts/ratings/ratings.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { canSeeScoresOf, scoresUntilMs } from '@balloon/domain/rating/access.ts';
import { type Solves, scoreTable } from '@balloon/domain/rating/scores.ts';
import { NotFoundError } from '#errors.ts';
import { viewerOf } from '#features/contests/contest-access.ts';
import {
  findScoredContests,
  findSolves,
  type ScoredContest,
  type SolvedInContest,
} from '#features/ratings/score-table.queries.ts';
import { findRatings } from '#features/ratings/user-ratings.queries.ts';
import { publicUser } from '#features/users/public-user.ts';
import { findUsers } from '#features/users/users.queries.ts';
import { inTurn } from '#limits/in-turn.ts';
import { Lanes } from '#limits/lanes.ts';
import type { Services, User } from '#services.ts';

/** A hundred contests are millions of solutions, so a person asks for them one time after the other. */
const LANES = new Lanes();

/**
 * Adds up the problems that participants solved over several contests, in the requested order. Of a contest
 * frozen for the caller it counts what the public table shows, and the caller's own solves. Contests that are gone, or that
 * the caller may not see, are left out: an address that was shared is older than some of them.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND when none is left
 * @throws {ThrottledError} THROTTLED
 */
export async function makeScoreTable(
  { db, replicas }: Services,
  user: User,
  { contestIds, scoreInTime, scoreInPractice }: ScoreTableQuestion,
): Promise<ScoreTable> {
  const viewer = viewerOf(user);
  const nowMs = await databaseNowMs(db);
  const found = new Map((await findScoredContests(db, contestIds)).map((contest) => [contest.id, contest]));
  const contests = contestIds.flatMap((id) => {
    const contest = found.get(id);
    return contest && canSeeScoresOf(viewer, contest) ? [contest] : [];
  });
  if (contests.length === 0) {
    throw new NotFoundError('CONTEST_NOT_FOUND', `There are no contests ${contestIds.join(', ')}`);
  }
  const spans = contests.map((contest) => ({ ...contest, untilMs: scoresUntilMs(viewer, contest, nowMs) }));
  const solves = await inTurn(LANES, user, () =>
    replicas.read(db, (over) => findSolves(over, user.id, spans)),
  );
  const rows = scoreTable(solvesByPerson(contests, solves), {
    inTime: scoreInTime,
    later: scoreInPractice,
  });
  const userIds = rows.map(({ userId }) => userId);
  const accounts = new Map((await findUsers(db, userIds)).map((account) => [account.id, account]));
  const ratings = await findRatings(db, user, { userIds, contestIds });
  return {
    header: { row: contests.map(({ id, name, startTimeMs }) => ({ id, name, startTimeMs })) },
    rows: rows.map((row) => {
      const account = accounts.get(row.userId);
      if (!account) throw new Error(`Participant ${row.userId} has no account`);
      return {
        user: publicUser({ ...account, rating: ratings.get(row.userId) }),
        row: row.solves.map(({ inTime, later }) => [inTime, later] as [number, number]),
        scoreInTime: row.scoreInTime,
        scoreInPractice: row.scoreLater,
        scoreSum: row.scoreSum,
        rank: row.rank,
        displayRank: row.displayRank,
      };
    }),
  };
}

function solvesByPerson(contests: readonly ScoredContest[], solved: readonly SolvedInContest[]) {
  const people = new Map<number, { userId: number; solves: Solves[] }>();
  const columns = new Map(contests.map(({ id }, column) => [id, column]));
  for (const { userId, contestId, inTime, later } of solved) {
    const person = people.get(userId) ?? { userId, solves: contests.map(() => ({ inTime: 0, later: 0 })) };
    people.set(userId, person);
    const column = columns.get(contestId);
    if (column !== undefined) person.solves[column] = { inTime, later };
  }
  return people.values();
}
