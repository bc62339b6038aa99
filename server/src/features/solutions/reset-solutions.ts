import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { appendContestEvents, lockContestLog } from '#features/contests/contest-log.ts';
import { enqueueRejudging, REJUDGING_TURNS } from '#features/judging/enqueue-judging.ts';
import { clearVerdicts, type Page, type SolutionToRejudge } from '#features/solutions/rejudging.queries.ts';
import { announce } from '#realtime/announcements.ts';

/**
 * Forgets verdicts and has the solutions judged again, after the live ones. Work under way on them is fenced off. The
 * sent times stay, so the penalties do too. Needs the lock of the contest's log.
 */
export async function resetSolutions(
  tx: Tx,
  contestId: number,
  solutions: readonly SolutionToRejudge[],
  turn: Parameters<typeof enqueueRejudging>[2],
): Promise<void> {
  await clearVerdicts(
    tx,
    solutions.map(({ id }) => id),
  );
  const works = solutions.map(({ id, userId, systemType, languageKey }) => ({
    solutionId: id,
    accountId: userId,
    systemType,
    languageKey,
  }));
  await enqueueRejudging(tx, works, turn);
  const events = solutions.map(({ id, userId, problemId, sentAtMs }) => {
    return { type: 'solution', solutionId: id, userId, problemId, sentAtMs, verdictId: null } as const;
  });
  await appendContestEvents(tx, contestId, events, await databaseNowMs(tx));
  const told = solutions.map(({ id, userId }) => ({ id, userId }));
  await announce(tx, 'solutions.reset', { contestId, solutions: told });
}

/**
 * One transaction holds the contest's log for some milliseconds, so whoever submits meanwhile hardly waits, and one
 * announcement carries all of its solutions.
 */
const BATCH = 100;

/**
 * Resets all solutions of a contest that `nextPage` finds, batch by batch. When it ends early, asking again does the
 * rest: what waits for its verdict already is not found.
 *
 * @returns how many
 */
export async function resetInBatches(
  db: Db,
  contestId: number,
  nextPage: (tx: Tx, page: Page) => Promise<SolutionToRejudge[]>,
): Promise<number> {
  let count = 0;
  for (let afterId = 0; ; ) {
    const solutions = await db.transaction().execute(async (tx) => {
      await lockContestLog(tx, contestId);
      const found = await nextPage(tx, { afterId, limit: BATCH });
      if (found.length > 0) await resetSolutions(tx, contestId, found, REJUDGING_TURNS.bulk);
      return found;
    });
    count += solutions.length;
    const last = solutions.at(-1);
    if (!last || solutions.length < BATCH) return count;
    afterId = last.id;
  }
}
