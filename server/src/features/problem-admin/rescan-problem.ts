import type { Rescan } from '@balloon/contracts/problems/problem-admin.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ConflictError } from '#errors.ts';
import { enqueueImport } from '#features/packages/enqueue-import.ts';
import { waitForImport } from '#features/packages/wait-for-import.ts';
import { problemNotFound } from '#features/problems/problem-access.ts';
import { findProblem } from '#features/problems/problems.queries.ts';
import { listVersions } from '#features/problems/versions.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Imports a problem anew from its package, which makes a new version, and waits a while for its end.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND
 * @throws {ConflictError} RESCAN_NOT_POSSIBLE when no package of it is kept
 */
export async function rescanProblem(services: Services, admin: User, problemId: number): Promise<Rescan> {
  const { db, log } = services;
  if (!(await findProblem(db, problemId))) throw problemNotFound(problemId);
  const kept = await findRescannable(db, problemId);
  if (!kept) {
    throw new ConflictError(
      'RESCAN_NOT_POSSIBLE',
      'No package of this problem is kept here: upload it again as a new version',
    );
  }
  const importId = await enqueueImport(services, admin, { ...kept, force: true, problemId });
  log.info({ problemId, importId, adminId: admin.id }, 'a problem is imported again');
  const { state, message } = await waitForImport(db, importId);
  const versions = await listVersions(db, problemId);
  return { importId, state, message, versionNumber: versions.at(-1)?.versionNumber ?? 0 };
}

/** The newest package of a problem that is kept. */
export function findRescannable(db: Db, problemId: number) {
  return db
    .selectFrom('packageImport')
    .select(['fileName', 'part', 'blobSha256 as sha256', 'sizeBytes'])
    .where('problemId', '=', problemId)
    .where('state', '=', 'done')
    .where('blobSha256', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<{ sha256: string }>()
    .executeTakeFirst();
}
