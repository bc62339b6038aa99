import type { Solution } from '@balloon/contracts/solutions.ts';
import { ForbiddenError, NotFoundError } from '#errors.ts';
import { enterContest, viewerOf } from '#features/contests/contest-access.ts';
import { findSolutions, renderSolution } from '#features/solutions/solution-view.ts';
import { findContestProblem, listSolutionIds } from '#features/solutions/solutions.queries.ts';
import { supervises } from '#features/solutions/supervision.ts';
import type { Services, User } from '#services.ts';

/**
 * What a participant sent for a problem, also what is not judged yet, newest first. For the cell's owner and
 * for supervisors of the contest.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, PROBLEM_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`, and CELL_NOT_YOURS
 */
export async function listCellSolutions(
  { db }: Services,
  viewer: User,
  asked: { contestId: number; userId: number; symbolIndex: string; count: number; offset: number },
): Promise<{ solutions: Solution[]; solutionsNumber: number }> {
  const { contestId, userId, symbolIndex, count, offset } = asked;
  const { contest } = await enterContest(db, viewer, contestId);
  if (viewer.id !== userId && !supervises(viewer, contest)) {
    throw new ForbiddenError('CELL_NOT_YOURS', 'You may look into your own cells only');
  }
  const problem = await findContestProblem(db, contestId, symbolIndex);
  if (!problem) {
    throw new NotFoundError('PROBLEM_NOT_FOUND', `Contest ${contestId} has no problem ${symbolIndex}`);
  }
  const filter = { contestId, authorId: userId, groupIds: null, userIds: [], problemIds: [problem.id] };
  const { ids, total } = await listSolutionIds(db, { ...filter, verdictIds: [] }, { count, offset });
  const stored = ids.length > 0 ? await findSolutions(db, ids) : [];
  return {
    solutions: stored.map((solution) => renderSolution(solution, viewerOf(viewer))),
    solutionsNumber: total,
  };
}
