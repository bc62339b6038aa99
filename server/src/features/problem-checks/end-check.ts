import type { CheckResult, JudgeCheckResult } from '@balloon/contracts/judging/problem-checks.ts';
import type { Tx } from '@balloon/database/connect.ts';
import {
  type CheckEnd,
  isCheckEndedBy,
  storeCheckEnd,
} from '#features/problem-checks/problem-checks.queries.ts';
import { type HeldCheck, removeFromQueue } from '#features/queue/lease.queries.ts';
import type { Services } from '#services.ts';

/**
 * Ends a check and removes it from the queue.
 *
 * @returns false when the fence is not the newest one (any more); then nothing has changed
 */
export async function endCheck(tx: Tx, lease: HeldCheck, end: CheckEnd): Promise<boolean> {
  if (!(await removeFromQueue(tx, lease))) return false;
  await storeCheckEnd(tx, lease.checkId, end, lease.fence);
  return true;
}

/**
 * Stores a judge's result of a check.
 *
 * @returns false when the check was cancelled or another judge has it now
 */
export function takeCheckResult({ db }: Services, { result, ...held }: JudgeCheckResult): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const isEnded = await endCheck(tx, held, { state: 'done', message: null, result });
    if (!isEnded) return isCheckEndedBy(tx, held);
    await noteIfFailing(tx, held.checkId, result);
    return true;
  });
}

/** Notes with the problem whether it disagrees with itself, if it still has the tests that were checked. */
async function noteIfFailing(tx: Tx, checkId: number, { compiles, solutions }: CheckResult): Promise<void> {
  const isFailing = !compiles || solutions.some(({ agrees }) => agrees === 'no');
  await tx
    .updateTable('problem')
    .from('problemCheck')
    .set({ isFailing })
    .where('problemCheck.id', '=', checkId)
    .where('problemCheck.kind', '=', 'solutions')
    .whereRef('problem.id', '=', 'problemCheck.problemId')
    .whereRef('problem.testsetId', '=', 'problemCheck.testsetId')
    .execute();
}
