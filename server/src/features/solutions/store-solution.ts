import type { Tx } from '@balloon/database/connect.ts';
import { appendContestEvent } from '#features/contests/contest-log.ts';
import { enqueueJudging } from '#features/queue/enqueue-judging.ts';
import { insertSolution, type SolutionToStore } from '#features/solutions/solutions.queries.ts';
import { announce } from '#realtime/announcements.ts';

export interface SolutionToJudge {
  solution: SolutionToStore;
  systemType: string;
  /** Key of the language in the judging system. */
  languageKey: string;
}

/**
 * Stores a solution with its place in the queue, its event in the contest's log and its announcement. The
 * transaction must hold the lock of the contest's log and have read the clock after that.
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
  // Delivered at commit, so a solution that was rolled back is never announced.
  await announce(tx, 'solution.changed', { contestId, solutionId, userId: accountId, what: 'created' });
  return solutionId;
}
