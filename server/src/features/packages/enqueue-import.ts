import type { ImportOptions } from '@balloon/contracts/judging/package-import.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { findProblem } from '#features/problems/problems.queries.ts';
import { enqueuePackageWork } from '#features/queue/enqueue-judging.ts';
import type { Services, User } from '#services.ts';

export interface NewImport extends ImportOptions {
  fileName: string;
  sha256: string;
  sizeBytes: number;
  /** The package in an archive that holds several. */
  part?: string | null;
  /** Where a relay has fetched it. */
  polygon?: { serverId: number; problemId: number };
}

/** Account of an author who was deleted. */
export const NOBODY = 0;

/** Who imports: an admin by request, or the author of a job, who may be gone. */
type Author = Parameters<typeof recordChange>[1];

/**
 * Puts a stored package in the queue of imports.
 *
 * @returns the import's id
 * @throws {NotFoundError} PROBLEM_NOT_FOUND
 */
export function enqueueImport({ db }: Services, author: User, input: NewImport): Promise<number> {
  return db.transaction().execute((tx) => enqueueImportIn(tx, author, input));
}

/** Does the same in a transaction of the caller. @throws {NotFoundError} PROBLEM_NOT_FOUND */
export async function enqueueImportIn(tx: Tx, author: Author, input: NewImport): Promise<number> {
  const { id } = await tx
    .insertInto('packageImport')
    .values({
      fileName: input.fileName,
      part: input.part ?? null,
      blobSha256: input.sha256,
      sizeBytes: input.sizeBytes,
      authorId: author?.id ?? null,
      problemId: await targetOf(tx, input.problemId),
      isNewProblem: input.problemId === 'new',
      isForced: input.force,
      createdAtMs: await databaseNowMs(tx),
      polygonServerId: input.polygon?.serverId ?? null,
      polygonProblemId: input.polygon?.problemId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { fileName, sha256, problemId = null, force } = input;
  const after = { fileName, sha256, problemId, force };
  const subject = { subjectId: id, subjectName: fileName, after };
  await recordChange(tx, author, { action: 'import.start', ...subject });
  await enqueuePackageWork(tx, { importId: id, accountId: author?.id ?? NOBODY });
  return id;
}

/** @throws {NotFoundError} PROBLEM_NOT_FOUND */
export async function targetOf(tx: Tx, wanted: ImportOptions['problemId']): Promise<number | null> {
  if (wanted === undefined || wanted === 'new') return null;
  if (!(await findProblem(tx, wanted))) {
    throw new NotFoundError('PROBLEM_NOT_FOUND', `There is no problem ${wanted}`);
  }
  return wanted;
}
