import type { Tx } from '@balloon/database/connect.ts';
import { lockContestLog } from '#features/contests/contest-log.ts';
import { storeDetail } from '#features/judging/store-detail.ts';
import { type FinalVerdict, storeVerdicts } from '#features/judging/store-verdicts.ts';
import { findLease, type HeldSolution } from '#features/queue/lease.queries.ts';

/**
 * Ends a lease by its purpose: with a verdict, or with the detail of all tests.
 *
 * @returns false when the fence is not the newest one (any more); then nothing has changed
 */
export async function finishJudging(tx: Tx, lease: HeldSolution, final: FinalVerdict): Promise<boolean> {
  const held = await findLease(tx, lease);
  return held?.purpose === 'detail' ? storeDetail(tx, lease, final) : storeVerdict(tx, lease, final);
}

/** Stores the verdict of a single solution in the transaction of the caller. */
async function storeVerdict(tx: Tx, lease: HeldSolution, final: FinalVerdict): Promise<boolean> {
  const { solutionId, fence } = lease;
  const contestId = await lockLogOfSolution(tx, solutionId);
  if (contestId === undefined) return false;
  return (await storeVerdicts(tx, contestId, [{ ...final, solutionId, fence }])).has(fence);
}

/** Locks the log that a solution belongs to and returns its contest, or `undefined` without a solution. */
export async function lockLogOfSolution(tx: Tx, solutionId: number): Promise<number | undefined> {
  const solution = await tx
    .selectFrom('solution')
    .select('contestId')
    .where('id', '=', solutionId)
    .executeTakeFirst();
  if (solution) await lockContestLog(tx, solution.contestId);
  return solution?.contestId;
}

/** Verdict for a solution that could not be judged; `detail` is for supervisors. */
export const judgingError = (detail: string): FinalVerdict => ({
  verdict: 'judgingError',
  testNumber: 0,
  timeMs: 0,
  memoryKb: 0,
  compilationError: null,
  detail,
  judgedBy: null,
  score: null,
  tests: [],
});
