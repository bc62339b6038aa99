import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { viewerOf } from '#features/contests/contest-access.ts';
import { lockContestLog } from '#features/contests/contest-log.ts';
import { resetSolution } from '#features/solutions/rejudging/reset-solutions.ts';
import { findSolution, renderSolution } from '#features/solutions/solution-view.ts';
import { findVerdict } from '#features/solutions/solutions.queries.ts';
import { getSupervisedContestOf } from '#features/solutions/supervised-solution.ts';
import type { Services, User } from '#services.ts';

/**
 * Rejudges a solution, whatever its verdict.
 *
 * @throws {NotFoundError} SOLUTION_NOT_FOUND, also for who does not supervise its contest
 */
export async function rejudgeSolution(
  { db }: Services,
  supervisor: User,
  solutionId: number,
): Promise<Solution> {
  const contest = await getSupervisedContestOf(db, supervisor, solutionId);
  return db.transaction().execute(async (tx) => {
    await lockContestLog(tx, contest.id);
    const before = await findVerdict(tx, solutionId);
    if (!(await resetSolution(tx, contest.id, solutionId))) {
      throw new NotFoundError('SOLUTION_NOT_FOUND', `There is no solution ${solutionId}`);
    }
    await recordChange(tx, supervisor, {
      action: 'solution.rejudge',
      subjectId: solutionId,
      contestId: contest.id,
      before: { verdictId: before?.verdictId ?? null },
    });
    const stored = await findSolution(tx, solutionId);
    if (!stored) throw new Error(`Solution ${solutionId} was not found after it was stored`);
    return renderSolution(stored, viewerOf(supervisor));
  });
}
