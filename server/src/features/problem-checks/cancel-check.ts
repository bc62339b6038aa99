import type { ProblemCheck } from '@balloon/contracts/judging/problem-checks.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { storeCheckEnd } from '#features/problem-checks/problem-checks.queries.ts';
import { readCheck } from '#features/problem-checks/read-check.ts';
import { callOff } from '#features/queue/lease.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Cancels a check; one that has ended stays as it is.
 *
 * @throws {NotFoundError} CHECK_NOT_FOUND
 */
export async function cancelCheck(
  { db }: Services,
  admin: User,
  { problemId, checkId }: { problemId: number; checkId: number },
): Promise<ProblemCheck> {
  await db.transaction().execute(async (tx) => {
    await readCheck(tx, problemId, checkId);
    if (!(await callOffCheck(tx, checkId))) return;
    await recordChange(tx, admin, { action: 'problem.cancelCheck', subjectId: problemId });
  });
  return readCheck(db, problemId, checkId);
}

/** Takes a check out of the queue, also from a judge. Returns false when it has ended. */
export async function callOffCheck(tx: Tx, checkId: number): Promise<boolean> {
  const isCalledOff = await callOff(tx, { checkId });
  if (isCalledOff) await storeCheckEnd(tx, checkId, { state: 'cancelled', message: null, result: null });
  return isCalledOff;
}
