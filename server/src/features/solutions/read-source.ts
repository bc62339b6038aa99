import type { SolutionCode } from '@balloon/contracts/solutions.ts';
import { canSeeSourceCode } from '@balloon/domain/solution-visibility.ts';
import { NotFoundError } from '#errors.ts';
import { enterContest, viewerOf } from '#features/contests/contest-access.ts';
import { findSolution, renderSolution } from '#features/solutions/solution-view.ts';
import { findSource } from '#features/solutions/solutions.queries.ts';
import { supervises } from '#features/solutions/supervision.ts';
import type { Services, User } from '#services.ts';

/**
 * A solution with its source, for its author and for who supervises the contest. For others it does not exist,
 * so that ids tell nothing.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, SOLUTION_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function readSource(
  { db }: Services,
  user: User,
  { contestId, solutionId }: { contestId: number; solutionId: number },
): Promise<SolutionCode> {
  const { contest } = await enterContest(db, user, contestId);
  const stored = await findSolution(db, solutionId);
  const viewer = viewerOf(user);
  const isOwn = stored?.userId === user.id;
  const isVisible = stored && (isOwn || supervises(user, contest)) && canSeeSourceCode(viewer, stored);
  const code = isVisible ? await findSource(db, contestId, solutionId) : undefined;
  if (!stored || !code) {
    throw new NotFoundError('SOLUTION_NOT_FOUND', `There is no solution ${solutionId} in this contest`);
  }
  return { ...renderSolution(stored, viewer), sourceCode: code.source };
}
