import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { appendContestEvents, lockContestLog } from '#features/contests/contest-log.ts';
import { enqueueRejudging, REJUDGING_TURNS } from '#features/queue/enqueue-judging.ts';
import {
  clearVerdicts,
  findSolutionsToRejudge,
  type SolutionToRejudge,
} from '#features/solutions/rejudging.queries.ts';
import { announce } from '#realtime/announcements.ts';

/**
 * Clears verdicts and queues the solutions again, after the live ones. Judges at work on them are fenced off.
 * The sent times stay, so the penalties do too. Requires the lock of the contest's log.
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
 * Solutions per transaction, which holds the contest's log for some milliseconds, so submissions hardly wait;
 * one announcement carries all of a batch.
 */
const BATCH = 100;

/**
 * Resets solutions of a contest in batches, as far as they can be judged again by then. If it is interrupted,
 * calling it again does the rest: solutions that wait already are left alone.
 *
 * @returns number of reset solutions
 */
export async function resetInBatches(db: Db, contestId: number, ids: readonly number[]): Promise<number> {
  let count = 0;
  for (let first = 0; first < ids.length; first += BATCH) {
    const batch = ids.slice(first, first + BATCH);
    count += await db.transaction().execute(async (tx) => {
      await lockContestLog(tx, contestId);
      const solutions = await findSolutionsToRejudge(tx, batch);
      if (solutions.length > 0) await resetSolutions(tx, contestId, solutions, REJUDGING_TURNS.bulk);
      return solutions.length;
    });
  }
  return count;
}
