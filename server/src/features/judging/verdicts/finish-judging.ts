import type { Tx } from '@balloon/database/connect.ts';
import { lockContestLog } from '#features/contests/contest-log.ts';
import { reportFault } from '#features/judging/verdicts/report-fault.ts';
import { storeDetail } from '#features/judging/verdicts/store-detail.ts';
import { storeOutput } from '#features/judging/verdicts/store-output.ts';
import { type FinalVerdict, storeVerdicts } from '#features/judging/verdicts/store-verdicts.ts';
import { findLease, type HeldSolution } from '#features/queue/lease.queries.ts';

/**
 * Ends a lease by its purpose: with a verdict, with the detail of all tests, or with the output on one test.
 *
 * @returns false when the fence is not the newest one (any more); then nothing has changed
 */
export async function finishJudging(tx: Tx, lease: HeldSolution, final: FinalVerdict): Promise<boolean> {
  const held = await findLease(tx, lease);
  if (!held) return false;
  if (held.purpose !== 'detail') return storeVerdict(tx, lease, final);
  return held.onlyTest === null
    ? storeDetail(tx, lease, final)
    : storeOutput(tx, { ...lease, testNumber: held.onlyTest }, final);
}

/** Stores the verdict of a single solution in the transaction of the caller. */
async function storeVerdict(tx: Tx, lease: HeldSolution, final: FinalVerdict): Promise<boolean> {
  const { solutionId, fence } = lease;
  const contestId = await lockLogOfSolution(tx, solutionId);
  if (contestId === undefined) return false;
  const isStored = (await storeVerdicts(tx, contestId, [{ ...final, solutionId, fence }])).has(fence);
  if (isStored && final.verdict === 'judgingError')
    await reportFault(tx, { solutionId, detail: final.detail });
  return isStored;
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
