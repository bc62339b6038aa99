import type { Tx } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import { findContestProblem } from '#features/problems/contest/contest-problems.queries.ts';

/**
 * The problem that a message is about, or null.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND
 */
export async function problemOfMessage(
  tx: Tx,
  contestId: number,
  symbolIndex: string | null | undefined,
): Promise<number | null> {
  if (!symbolIndex) return null;
  const problem = await findContestProblem(tx, contestId, symbolIndex);
  if (problem) return problem.id;
  throw new NotFoundError('PROBLEM_NOT_FOUND', `There is no problem ${symbolIndex} in this contest`);
}
