import type { ProblemPage } from '@balloon/contracts/problems/problems.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { NotFoundError } from '#errors.ts';
import { findTags } from '#features/problems/editorials.queries.ts';
import { findKnownOrigins } from '#features/problems/origin.ts';
import { findReadableProblem, type ReadableProblem } from '#features/problems/problem-access.ts';
import { problemViews } from '#features/problems/problem-view.ts';
import { findChanges } from '#features/problems/version-changes.ts';
import {
  findVersion,
  type ListedVersion,
  listVersions,
  type StoredVersion,
} from '#features/problems/versions.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Returns a problem in its current state, or as a version. A reader whose contests show only older versions
 * gets the newest of those.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND, VERSION_NOT_FOUND, also for what the reader may not read
 */
export async function readProblem(
  { db }: Services,
  user: User,
  wanted: { problemId: number; versionNumber: number | null; locale: Locale },
): Promise<ProblemPage> {
  const readable = await findReadableProblem(db, user, wanted.problemId);
  const { problem, connectedContests, isCurrentReadable, showsSolution } = readable;
  const versions = await listReadable(db, readable);
  const latestVersionNumber = versions.at(-1)?.versionNumber ?? 0;
  const shownNumber = wanted.versionNumber ?? (isCurrentReadable ? null : latestVersionNumber);
  const version = shownNumber === null ? null : await getVersion(db, problem.id, versions, shownNumber);
  const showsOrigin = (await findKnownOrigins(db, user, [problem])).has(problem.id);
  const [view] = await problemViews(db, [{ problem, version, showsOrigin }], wanted.locale);
  if (!view) throw new Error('A problem has no view');
  const isForComparing = readable.readableVersions === 'all' && version !== null;
  return {
    ...view,
    connectedContests,
    versions: versions.map(listedVersion),
    versionNumber: shownNumber ?? latestVersionNumber,
    latestVersionNumber,
    ...(showsSolution ? { tags: await findTags(db, problem.id) } : {}),
    ...(isForComparing ? { changes: await findChanges(db, problem, version) } : {}),
  };
}

/**
 * The versions of a problem that the reader may read, oldest first.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND
 */
export async function readVersions({ db }: Services, user: User, problemId: number) {
  const versions = await listReadable(db, await findReadableProblem(db, user, problemId));
  return versions.map(listedVersion);
}

const listedVersion = ({ createdAt, ...version }: ListedVersion) => ({
  ...version,
  name: `#${version.versionNumber}`,
  createdAt: createdAt.toISOString(),
});

/** Lists readable versions; the newest one is the current state of the problem. */
async function listReadable(
  db: Db,
  { problem, isCurrentReadable, readableVersions }: ReadableProblem,
): Promise<ListedVersion[]> {
  const versions = await listVersions(db, problem.id);
  if (readableVersions === 'all') return versions;
  const newest = versions.at(-1);
  return versions.filter(
    (version) => readableVersions.has(version.uuid) || (isCurrentReadable && version === newest),
  );
}

async function getVersion(
  db: Db,
  problemId: number,
  readable: readonly ListedVersion[],
  wanted: number,
): Promise<StoredVersion> {
  const isReadable = readable.some(({ versionNumber }) => versionNumber === wanted);
  const version = isReadable ? await findVersion(db, problemId, wanted) : undefined;
  if (version) return version;
  throw new NotFoundError('VERSION_NOT_FOUND', `Problem ${problemId} has no version ${wanted}`);
}
