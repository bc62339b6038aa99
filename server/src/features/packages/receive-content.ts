import { Readable } from 'node:stream';
import { packageMaxBytes } from '@balloon/contracts/judging/package-import.ts';
import { BlobMismatchError, storeBlobStream } from '@balloon/database/blobs.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ConflictError, InvalidInputError, TooLargeError } from '#errors.ts';
import { requireRoom } from '#features/packages/import-room.ts';
import { findLease, type HeldImport, isHeldUnder } from '#features/queue/lease.queries.ts';
import type { Services } from '#services.ts';

/**
 * Stores, as a stream, a content that a judge has made of a package.
 *
 * @param tokenHash hash of the token that the judge shows
 * @param body the request's stream, as its content type promises
 * @param statedBytes length of the request, NaN when it states none
 * @throws {ConflictError} IMPORT_LEASE_LOST
 * @throws {InvalidInputError} CONTENT_MISSING, CONTENT_MISMATCH
 * @throws {TooLargeError} PACKAGE_TOO_LARGE, CONTENT_TOO_LARGE; {StorageFullError} STORAGE_FULL
 */
export async function receiveContent(
  services: Services,
  held: HeldImport,
  sha256: string,
  { tokenHash, body, statedBytes }: { tokenHash: Buffer; body: unknown; statedBytes: number },
) {
  const { judgesDb, options } = services;
  if (!(await isHeldUnder(judgesDb, held, tokenHash))) throw leaseLost(held);
  const maxBytes = packageMaxBytes(options.packageMaxGb);
  await requireRoom(services, statedBytes, maxBytes);
  await storeSentContent(judgesDb, sha256, body, maxBytes);
}

/**
 * Stores a content out of a request's stream under the hash that was announced.
 *
 * @throws as `receiveContent` without a lease
 */
export async function storeSentContent(
  db: Db,
  sha256: string,
  body: unknown,
  maxBytes: number,
): Promise<void> {
  if (!(body instanceof Readable)) {
    throw new InvalidInputError('CONTENT_MISSING', 'Send the content as application/octet-stream');
  }
  try {
    await storeBlobStream(db, bounded(body, maxBytes), sha256);
  } catch (error) {
    if (error instanceof BlobMismatchError) throw new InvalidInputError('CONTENT_MISMATCH', error.message);
    throw error;
  }
}

/** Judges that show the token may store contents only for an import that they hold. @throws {ConflictError} */
export async function requireHeld(db: Db, held: HeldImport): Promise<void> {
  if (!(await findLease(db, held))) throw leaseLost(held);
}

const leaseLost = ({ importId }: HeldImport) =>
  new ConflictError('IMPORT_LEASE_LOST', `Import ${importId} is not yours any more`);

async function* bounded(content: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.length;
    if (bytes > maxBytes)
      throw new TooLargeError('CONTENT_TOO_LARGE', `A content may have at most ${maxBytes} bytes`);
    yield piece;
  }
}
