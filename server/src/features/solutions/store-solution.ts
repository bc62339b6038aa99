import type { Tx } from '@balloon/database/connect.ts';
import { appendContestEvent } from '#features/contests/contest-log.ts';
import { enqueueJudging } from '#features/judging/enqueue-judging.ts';
import { insertSolution, type SolutionToStore } from '#features/solutions/solutions.queries.ts';
import { announce } from '#realtime/announcements.ts';

export interface SolutionToJudge {
  solution: SolutionToStore;
  systemType: string;
  /** Of the language at the system that judges. */
  languageKey: string;
}

/**
 * Stores a solution with all that follows from it: its place in the queue, the contest's log, the news of it. For a
 * transaction that holds the lock of the contest's log and has read the clock after that.
 *
 * @returns its id, or `undefined` when another transaction has just used the idempotency key
 */
export async function storeSolution(
  tx: Tx,
  { solution, systemType, languageKey }: SolutionToJudge,
): Promise<number | undefined> {
  const { contestId, problemId, accountId, sentAtMs } = solution;
  const solutionId = await insertSolution(tx, solution);
  if (solutionId === undefined) return undefined;
  // Same transaction: a stored solution that is missing from the queue would wait for ever.
  await enqueueJudging(tx, { solutionId, accountId, systemType, languageKey });
  const event = { solutionId, userId: accountId, problemId, sentAtMs, verdictId: null };
  await appendContestEvent(tx, contestId, { type: 'solution', ...event }, sentAtMs);
  // Delivered at commit, so nobody hears of a solution that was rolled back.
  await announce(tx, 'solution.changed', { contestId, solutionId, userId: accountId, what: 'created' });
  return solutionId;
}
