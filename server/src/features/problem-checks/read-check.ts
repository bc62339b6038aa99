import type { ProblemCheck } from '@balloon/contracts/judging/problem-checks.ts';
import type { Db } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import { isAnyJudgePresent } from '#features/packages/imports.queries.ts';
import { findCheck } from '#features/problem-checks/problem-checks.queries.ts';

/**
 * Returns a check of a problem.
 *
 * @throws {NotFoundError} CHECK_NOT_FOUND
 */
export async function readCheck(db: Db, problemId: number, checkId: number): Promise<ProblemCheck> {
  const check = await findCheck(db, problemId, checkId);
  if (!check) {
    throw new NotFoundError('CHECK_NOT_FOUND', `Problem ${problemId} has no check ${checkId}`);
  }
  return { ...check, hasJudge: await isAnyJudgePresent(db) };
}
