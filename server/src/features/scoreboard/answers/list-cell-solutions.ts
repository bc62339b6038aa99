import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { canSeeSharedSolution } from '@balloon/domain/contests/solution-visibility.ts';
import { ForbiddenError, NotFoundError } from '#errors.ts';
import { enterContest, sharedContest, viewerOf } from '#features/contests/contest-access.ts';
import { findContestProblem } from '#features/problems/contest/contest-problems.queries.ts';
import { EVERY_SOLUTION, listSolutionIds } from '#features/solutions/solution-filter.queries.ts';
import { findSolutions, renderSolution } from '#features/solutions/solution-view.ts';
import { findRolesIn } from '#features/users/users.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Lists a participant's solutions of a problem, newest first, including those not judged yet. For the cell's
 * owner, for supervisors of the contest, and after its end for participants of one that opens its sources.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, PROBLEM_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`, and CELL_NOT_YOURS
 */
export async function listCellSolutions(
  services: Services,
  viewer: User,
  asked: { contestId: number; userId: number; symbolIndex: string; count: number; offset: number },
): Promise<{ solutions: Solution[]; solutionsNumber: number }> {
  const { contestId, userId, symbolIndex, count, offset } = asked;
  const { db } = services;
  const visited = await enterContest(services, viewer, contestId);
  const [owner] = await findRolesIn(db, contestId, [userId]);
  const cell = { userId, isOfSupervisor: owner?.isSupervisor ?? false };
  if (!canSeeSharedSolution(viewerOf(viewer), cell, sharedContest(visited, 'sources'))) {
    throw new ForbiddenError('CELL_NOT_YOURS', 'You may look into your own cells only');
  }
  const problem = await findContestProblem(db, contestId, symbolIndex);
  if (!problem) {
    throw new NotFoundError('PROBLEM_NOT_FOUND', `Contest ${contestId} has no problem ${symbolIndex}`);
  }
  const filter = { ...EVERY_SOLUTION, contestId, authorId: userId, problemIds: [problem.id] };
  const { ids, total } = await listSolutionIds(db, filter, { count, offset });
  const stored = ids.length > 0 ? await findSolutions(db, ids) : [];
  return {
    solutions: stored.map((solution) => renderSolution(solution, viewerOf(viewer))),
    solutionsNumber: total,
  };
}
