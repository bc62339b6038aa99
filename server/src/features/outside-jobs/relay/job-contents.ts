import { packageMaxBytes } from '@balloon/contracts/judging/package-import.ts';
import { MAX_STATEMENT_FILE_BYTES } from '@balloon/contracts/outside/relay-jobs.ts';
import { missingBlobs } from '@balloon/database/blobs.ts';
import { ConflictError } from '#errors.ts';
import { findHeldKind, type HeldLease } from '#features/outside-jobs/jobs/jobs.queries.ts';
import { storeSentContent } from '#features/packages/receive-content.ts';
import type { Services } from '#services.ts';

/** Lists the contents that are not stored yet. @throws {ConflictError} JOB_LEASE_LOST */
export async function findMissing({ db }: Services, lease: HeldLease, hashes: readonly string[]) {
  await requireHeld(db, lease);
  return { missing: await missingBlobs(db, hashes) };
}

/**
 * Stores, as a stream, a picture, a document or a package that a relay has fetched.
 *
 * @param body the request's stream, as its content type promises
 * @throws {ConflictError} JOB_LEASE_LOST; {InvalidInputError} CONTENT_MISSING, CONTENT_MISMATCH;
 *   {TooLargeError} CONTENT_TOO_LARGE
 */
export async function receiveJobContent(
  { db, options }: Services,
  lease: HeldLease,
  sha256: string,
  body: unknown,
): Promise<void> {
  const kind = await requireHeld(db, lease);
  const maxBytes = kind === 'polygon' ? packageMaxBytes(options.packageMaxGb) : MAX_STATEMENT_FILE_BYTES;
  await storeSentContent(db, sha256, body, maxBytes);
}

/** Relays that show the token may store contents only for a job that they hold. @throws {ConflictError} */
async function requireHeld(db: Services['db'], lease: HeldLease) {
  const kind = await findHeldKind(db, lease);
  if (kind === undefined)
    throw new ConflictError('JOB_LEASE_LOST', `Job ${lease.jobId} is not yours any more`);
  return kind;
}
