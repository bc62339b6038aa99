import type { Db } from '@balloon/database/connect.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { planResets } from '#features/solutions/rejudging/reset-many.ts';
import type { GivenContest, Person } from '#testing/test-server.ts';

/* What tests of resets share: solutions with verdicts, and what became of them. */

/** Solutions of one person that were judged long ago. */
interface JudgedOf {
  contest: GivenContest;
  author: Person;
  count: number;
  sentAtMs?: number;
  /** Whether other tests judged them than the problem has now. */
  isStale?: boolean;
}

/** Stores accepted solutions of the first problem of a contest; returns their ids. */
export async function storeJudged(db: Db, { contest, author, count, ...how }: JudgedOf): Promise<number[]> {
  const { sentAtMs = Date.now() - 60_000, isStale = false } = how;
  const one = {
    ...{ contestId: contest.id, problemId: contest.problemIds[0] ?? 0, accountId: author.user.id },
    ...{ languageId: LANGUAGES.python3.id, sentAtMs, source: 'print()', sourceSha256: 'f'.repeat(64) },
    ...{ verdictId: VERDICTS.accepted.id, verdictGotAtMs: sentAtMs },
    judgedBy: isStale ? JSON.stringify({ testsetSha256: 'earlier', testsSha256: 'earlier' }) : null,
  };
  const rows = await db
    .insertInto('solution')
    .values(Array.from({ length: count }, () => one))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Number of these solutions that wait for a judge. */
export async function countWaiting(db: Db, ids: readonly number[]): Promise<number> {
  const waiting = db
    .selectFrom('judging')
    .select('solutionId')
    .where('solutionId', 'in', [...ids]);
  return (await waiting.execute()).length;
}

/** Writes down a reset of many solutions; returns its id. */
export const planResetOf = (db: Db, contest: GivenContest, { user }: Person, ids: readonly number[]) =>
  db.transaction().execute(async (tx) => {
    const [plan] = await planResets(tx, user.id, [{ contestId: contest.id, ids }]);
    return plan?.resetId as number;
  });
