import type { Db } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import { findContest, type StoredContest } from '#features/contests/contests.queries.ts';
import { supervises } from '#features/contests/supervision.ts';
import { findContestOfSolution } from '#features/solutions/solutions.queries.ts';
import type { User } from '#services.ts';

/**
 * Returns the contest of a solution, if the caller supervises it.
 *
 * @throws {NotFoundError} SOLUTION_NOT_FOUND, also for who does not supervise its contest
 */
export async function getSupervisedContestOf(db: Db, user: User, solutionId: number): Promise<StoredContest> {
  const contestId = await findContestOfSolution(db, solutionId);
  const contest = contestId === undefined ? undefined : await findContest(db, contestId);
  if (contest && supervises(user, contest)) return contest;
  throw new NotFoundError('SOLUTION_NOT_FOUND', `There is no solution ${solutionId}`);
}
