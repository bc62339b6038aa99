import { blobSize, readBlob } from '@balloon/database/blobs.ts';
import { ConflictError, NotFoundError } from '#errors.ts';
import { type HeldLease, isArchiveOf } from '#features/outside-jobs/jobs/jobs.queries.ts';
import type { Services } from '#services.ts';

/**
 * Opens the archive that a held job hands over; no other content leaves by this call.
 *
 * @throws {ConflictError} JOB_LEASE_LOST; {NotFoundError} BLOB_NOT_FOUND
 */
export async function openArchive({ db }: Services, lease: HeldLease, sha256: string) {
  if (!(await isArchiveOf(db, lease, sha256)))
    throw new ConflictError(
      'JOB_LEASE_LOST',
      `Job ${lease.jobId} is not yours any more, or has no such archive`,
    );
  const sizeBytes = await blobSize(db, sha256);
  if (sizeBytes === undefined) throw new NotFoundError('BLOB_NOT_FOUND', `There is no blob ${sha256}`);
  return { sizeBytes, content: readBlob(db, sha256) };
}
