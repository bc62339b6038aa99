import type { ImportView, RetryImport } from '@balloon/contracts/judging/package-import.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ConflictError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { targetOf } from '#features/packages/enqueue-import.ts';
import { RETRYABLE_STATES } from '#features/packages/imports.queries.ts';
import { importNotFound, readImport } from '#features/packages/look-at-imports.ts';
import { enqueuePackageWork } from '#features/queue/enqueue-judging.ts';
import type { Services, User } from '#services.ts';

/**
 * Queues an import that ended without a problem again, perhaps with force or for another problem.
 *
 * @throws {NotFoundError} IMPORT_NOT_FOUND, PROBLEM_NOT_FOUND
 * @throws {ConflictError} IMPORT_NOT_RETRYABLE while it is under way or when it became a problem,
 *   IMPORT_ARCHIVE_GONE a few days later
 */
export async function retryImport(
  services: Services,
  admin: User,
  importId: number,
  options: RetryImport,
): Promise<ImportView> {
  await services.db.transaction().execute(async (tx) => {
    const { fileName, isForced, ...before } = await lockRetryable(tx, importId);
    const force = options.force ?? isForced;
    const target =
      options.problemId === undefined
        ? { problemId: before.problemId, isNewProblem: before.isNewProblem }
        : { problemId: await targetOf(tx, options.problemId), isNewProblem: options.problemId === 'new' };
    await tx
      .updateTable('packageImport')
      .set({ ...target, isForced: force, ...AS_NEW })
      .where('id', '=', importId)
      .execute();
    await recordChange(tx, admin, {
      action: 'import.start',
      ...{ subjectId: importId, subjectName: fileName },
      after: { fileName, problemId: target.problemId, force },
    });
    await enqueuePackageWork(tx, { importId, accountId: admin.id });
  });
  return readImport(services, importId);
}

const AS_NEW = {
  state: 'waiting',
  message: null,
  reason: null,
  report: null,
  fence: null,
  finishedAtMs: null,
} as const;

async function lockRetryable(tx: Tx, importId: number) {
  const found = await tx
    .selectFrom('packageImport')
    .select(['fileName', 'state', 'blobSha256', 'problemId', 'isNewProblem', 'isForced'])
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw importNotFound(importId);
  if (!RETRYABLE_STATES.some((state) => state === found.state)) {
    throw new ConflictError('IMPORT_NOT_RETRYABLE', 'This import is under way, or has become a problem');
  }
  if (found.blobSha256 === null) {
    throw new ConflictError('IMPORT_ARCHIVE_GONE', 'The archive is not kept any more: upload it again');
  }
  return found;
}
