import {
  type ScoreTable,
  type ScoreTableQuestion,
  ScoreTableRow,
} from '@balloon/contracts/ratings/ratings.ts';
import type { PublicUser } from '@balloon/contracts/users.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { canSeeScoresOf, scoresUntilMs } from '@balloon/domain/rating/access.ts';
import { type ScoreRow, scoreTable } from '@balloon/domain/rating/scores.ts';
import { ranksUnofficial } from '@balloon/domain/scoreboard/order.ts';
import { NotFoundError } from '#errors.ts';
import { viewerOf } from '#features/contests/contest-access.ts';
import { findScoredContests, findSolves } from '#features/ratings/score-table.queries.ts';
import { findRatings } from '#features/ratings/user-ratings.queries.ts';
import { publicUser } from '#features/users/public-user.ts';
import { findUsers } from '#features/users/users.queries.ts';
import { inBatches, listInPieces } from '#http/answers/list-in-pieces.ts';
import { inTurn } from '#limits/in-turn.ts';
import { Lanes } from '#limits/lanes.ts';
import type { Services, User } from '#services.ts';

/** A hundred contests are millions of solutions, so a person asks for them one time after the other. */
const LANES = new Lanes();

/**
 * Adds up the problems that participants solved over several contests, in the requested order, and gives a `ScoreTable` in
 * pieces: of a hundred contests it has millions of cells. Of a contest
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
): Promise<AsyncGenerator<string>> {
  const viewer = { ...viewerOf(user), teams: user.teams };
  const nowMs = await databaseNowMs(db);
  const listed = await findScoredContests(db, viewer, contestIds);
  const found = new Map(listed.map((contest) => [contest.id, contest]));
  const contests = contestIds.flatMap((id) => {
    const contest = found.get(id);
    return contest && canSeeScoresOf(viewer, contest) ? [contest] : [];
  });
  if (contests.length === 0) {
    throw new NotFoundError('CONTEST_NOT_FOUND', `There are no contests ${contestIds.join(', ')}`);
  }
  const spans = contests.map((contest) => ({
    ...contest,
    untilMs: scoresUntilMs(viewer, contest, nowMs),
    ranksUnofficial: ranksUnofficial(contest),
  }));
  const solves = await inTurn(LANES, user, () =>
    replicas.read(db, (over) => findSolves(over, user.id, spans)),
  );
  const people = solves.map(({ userId, solves: solved }) => ({
    userId,
    solves: solved.map(([column, inTime, later]) => ({ column, inTime, later })),
  }));
  const rows = scoreTable(people, { inTime: scoreInTime, later: scoreInPractice });
  const shown = await findShown(db, user, { userIds: rows.map(({ userId }) => userId), contestIds });
  const header = { row: contests.map(({ id, name, startTimeMs }) => ({ id, name, startTimeMs })) };
  return writeTable(header, contests.length, rows, shown);
}

/** People as they are shown beside these contests, by id. */
async function findShown(
  db: Db,
  user: User,
  { userIds, contestIds }: { userIds: readonly number[]; contestIds: readonly number[] },
): Promise<Map<number, PublicUser>> {
  const shown = await inBatches(userIds, async (batch) => {
    const ratings = await findRatings(db, user, { userIds: batch, contestIds });
    const accounts = await findUsers(db, batch);
    return accounts.map((account) => publicUser({ ...account, rating: ratings.get(account.id) }));
  });
  return new Map(shown.map((person) => [person.id, person]));
}

async function* writeTable(
  header: ScoreTable['header'],
  width: number,
  rows: readonly ScoreRow[],
  people: ReadonlyMap<number, PublicUser>,
): AsyncGenerator<string> {
  yield `{"header":${JSON.stringify(header)},"rows":`;
  yield* listInPieces(ScoreTableRow, shownRows());
  yield '}';

  function* shownRows(): Generator<ScoreTableRow> {
    for (const row of rows) {
      const user = people.get(row.userId);
      if (!user) throw new Error(`Participant ${row.userId} has no account`);
      yield {
        user,
        row: cellsOf(row, width),
        scoreInTime: row.scoreInTime,
        scoreInPractice: row.scoreLater,
        scoreSum: row.scoreSum,
        rank: row.rank,
        displayRank: row.displayRank,
      };
    }
  }
}

/** Cells of all contests, also of those in which the person solved nothing. */
function cellsOf({ solves }: ScoreRow, width: number): [inTime: number, later: number][] {
  const cells = Array.from({ length: width }, (): [number, number] => [0, 0]);
  for (const { column, inTime, later } of solves) cells[column] = [inTime, later];
  return cells;
}
