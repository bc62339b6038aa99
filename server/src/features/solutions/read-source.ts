import type { SolutionCode } from '@balloon/contracts/solutions/solutions.ts';
import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { canSeeSharedSolution } from '@balloon/domain/contests/solution-visibility.ts';
import { NotFoundError } from '#errors.ts';
import { enterContest, sharedContest, viewerOf } from '#features/contests/contest-access.ts';
import { findOutsidePages } from '#features/solutions/outside-pages.ts';
import { filesOf, type StoredProgram, textOf } from '#features/solutions/program-text.ts';
import { findSolution, renderSolution } from '#features/solutions/solution-view.ts';
import { findSource } from '#features/solutions/solutions.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Returns a solution with its source to its author, to supervisors of the contest, and after its end to the
 * participants of a contest that opens its sources. For others it does not exist, so that ids reveal nothing.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, SOLUTION_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function readSource(
  services: Services,
  user: User,
  { contestId, solutionId }: { contestId: number; solutionId: number },
): Promise<SolutionCode> {
  const { db } = services;
  const visited = await enterContest(services, user, contestId);
  const stored = await findSolution(db, solutionId);
  const viewer = viewerOf(user);
  const isVisible =
    stored &&
    canSeeSharedSolution(
      viewer,
      { userId: stored.userId, isOfSupervisor: isSupervisor(stored.accessMask) },
      sharedContest(visited, 'sources'),
    );
  const code = isVisible ? await findSource(db, contestId, solutionId) : undefined;
  if (!stored || !code) {
    throw new NotFoundError('SOLUTION_NOT_FOUND', `There is no solution ${solutionId} in this contest`);
  }
  const outsidePages = await findOutsidePages(db, user, stored);
  return {
    ...renderSolution(stored, viewer),
    ...shownCode(code, stored.languageFamily),
    compilerOutput: code.compilerOutput,
    ...(outsidePages ? { outsidePages } : {}),
  };
}

function shownCode(code: StoredProgram, family: string): Pick<SolutionCode, 'sourceCode' | 'files'> {
  const files = filesOf(code);
  return { sourceCode: textOf(code, family), ...(files ? { files } : {}) };
}
