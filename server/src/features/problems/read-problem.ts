import type { ProblemPage } from '@balloon/contracts/problems.ts';
import type { Locale } from '@balloon/domain/statement-locale.ts';
import { NotFoundError } from '#errors.ts';
import { findReadableProblem } from '#features/problems/problem-access.ts';
import { problemViews } from '#features/problems/problem-view.ts';
import { findVersion, listVersions } from '#features/problems/problems.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * A problem as it is now, or as one of its versions was.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND, VERSION_NOT_FOUND
 */
export async function readProblem(
  { db }: Services,
  user: User,
  wanted: { problemId: number; versionNumber: number | null; locale: Locale },
): Promise<ProblemPage> {
  const { problem, connectedContests } = await findReadableProblem(db, user, wanted.problemId);
  const versions = await listVersions(db, problem.id);
  const latestVersionNumber = versions.at(-1)?.versionNumber ?? 0;
  const version =
    wanted.versionNumber === null ? null : await findVersion(db, problem.id, wanted.versionNumber);
  if (version === undefined) {
    throw new NotFoundError(
      'VERSION_NOT_FOUND',
      `Problem ${problem.id} has no version ${wanted.versionNumber}`,
    );
  }
  const [view] = await problemViews(db, [{ problem, version }], wanted.locale);
  if (!view) throw new Error('A problem has no view');
  return {
    ...view,
    connectedContests,
    versions,
    versionNumber: wanted.versionNumber ?? latestVersionNumber,
    latestVersionNumber,
  };
}

/**
 * The versions of a problem, oldest first.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND
 */
export async function readVersions({ db }: Services, user: User, problemId: number) {
  const { problem } = await findReadableProblem(db, user, problemId);
  return listVersions(db, problem.id);
}
