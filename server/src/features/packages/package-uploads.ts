import { Readable } from 'node:stream';
import { packageMaxBytes } from '@balloon/contracts/judging/package-import.ts';
import type {
  BeginUpload,
  EndedUpload,
  PackageUpload,
  UploadEnd,
} from '@balloon/contracts/problems/package-upload.ts';
import { draftChunks, dropBlob, giveName } from '@balloon/database/blobs.ts';
import { CHUNK_BYTES, inChunks, packChunk } from '@balloon/database/chunks.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '#errors.ts';
import type { ContentHashes } from '#features/packages/content-hashes.ts';
import { packageTooLarge, requireRoom } from '#features/packages/import-room.ts';
import {
  appendChunk,
  beginUpload,
  findUpload,
  findUploads,
  forgetUpload,
  lockUpload,
  noteEnd,
  takeWriting,
  type Uploads,
  type Writing,
} from '#features/packages/package-uploads.queries.ts';
import { beginningAsZip } from '#features/packages/receive-package.ts';
import { fileNameOf } from '#http/bodies/upload.ts';
import type { Services } from '#services.ts';

/**
 * Begins an upload in pieces, or finds the one that the same person has begun of the same file.
 *
 * @throws {TooLargeError} PACKAGE_TOO_LARGE; {StorageFullError} STORAGE_FULL
 */
export async function startUpload(
  services: Services,
  of: Uploads,
  file: BeginUpload,
): Promise<PackageUpload> {
  const named = { ...file, fileName: fileNameOf(file.fileName) };
  const maxBytes = packageMaxBytes(services.options.packageMaxGb);
  if (file.sizeBytes > maxBytes) throw packageTooLarge(maxBytes);
  const begun = (await findUploads(services.db, of)).find((upload) => isSame(upload, named));
  await requireRoom(services, file.sizeBytes - (begun?.receivedBytes ?? 0), maxBytes);
  return beginUpload(services.db, of, named);
}

const isSame = (one: BeginUpload, other: BeginUpload) =>
  one.fileName === other.fileName &&
  one.sizeBytes === other.sizeBytes &&
  one.modifiedAtMs === other.modifiedAtMs;

/**
 * Reads an upload, also one that another page has just brought to its end: whoever sends the same file goes on to that end.
 *
 * @throws {NotFoundError} UPLOAD_NOT_FOUND
 */
export async function readUpload({ db }: Services, of: Uploads, uploadId: number): Promise<PackageUpload> {
  const upload = await findUpload(db, of, uploadId);
  if (!upload) throw uploadNotFound(uploadId);
  return upload;
}

/**
 * Appends a piece. What has arrived of it stays when its connection breaks; a request that appends already has to stop.
 *
 * @returns bytes that are stored now
 * @throws {NotFoundError} UPLOAD_NOT_FOUND
 * @throws {ConflictError} UPLOAD_MOVED, UPLOAD_ELSEWHERE
 * @throws {InvalidInputError} CONTENT_MISSING, UPLOAD_TOO_LONG, NOT_A_ZIP, RAR_NOT_READ; {StorageFullError} STORAGE_FULL
 */
export async function receivePiece(
  services: Services,
  hashes: ContentHashes,
  of: Uploads,
  { uploadId, offset, body }: { uploadId: number; offset: number; body: unknown },
): Promise<number> {
  if (!(body instanceof Readable)) {
    throw new InvalidInputError('CONTENT_MISSING', 'Send the piece as application/octet-stream');
  }
  try {
    return await receiveFrom(services, hashes, of, { uploadId, offset, body });
  } finally {
    body.resume(); // a client that still sends would not read the answer
  }
}

async function receiveFrom(
  services: Services,
  hashes: ContentHashes,
  of: Uploads,
  { uploadId, offset, body }: { uploadId: number; offset: number; body: Readable },
): Promise<number> {
  const writing = await takeWriting(services.db, of, uploadId);
  if (!writing) {
    const ended = await findUpload(services.db, of, uploadId);
    throw ended ? uploadMoved(ended.sizeBytes) : uploadNotFound(uploadId);
  }
  const storedBytes = await storedOf(services, writing);
  if (offset !== storedBytes) throw uploadMoved(storedBytes);
  const maxBytes = packageMaxBytes(services.options.packageMaxGb);
  await requireRoom(services, writing.sizeBytes - storedBytes, maxBytes);
  const content = body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  return append(services, hashes, writing, storedBytes, offset === 0 ? beginningAsZip(content) : content);
}

async function storedOf({ db }: Services, { draft, sizeBytes }: Writing): Promise<number> {
  return Math.min(sizeBytes, (await draftChunks(db, draft)) * CHUNK_BYTES);
}

/** Stores whole chunks, and the last one of the file; while one is stored, the next is packed. */
async function append(
  { patientDb }: Services,
  hashes: ContentHashes,
  writing: Writing,
  from: number,
  body: AsyncIterable<Buffer>,
): Promise<number> {
  const { id, sizeBytes } = writing;
  const soFar = hashes.take(id, from);
  let [stored, arrived] = [from, from];
  let storing = Promise.resolve();
  async function store(number: number, chunk: Buffer, packed: Awaited<ReturnType<typeof packChunk>>) {
    if (!(await appendChunk(patientDb, writing, number, packed))) throw uploadElsewhere();
    soFar?.hash.update(chunk);
    stored += chunk.length;
  }
  try {
    for await (const chunk of inChunks(body)) {
      arrived += chunk.length;
      if (arrived > sizeBytes) {
        throw new InvalidInputError('UPLOAD_TOO_LONG', `The file was announced with ${sizeBytes} bytes`);
      }
      if (chunk.length < CHUNK_BYTES && arrived < sizeBytes) break; // sent again with the next piece
      const number = Math.floor((arrived - chunk.length) / CHUNK_BYTES);
      const packed = await packChunk(number, chunk);
      await storing;
      storing = store(number, chunk, packed);
      storing.catch(() => {}); // awaited with the next chunk
    }
    await storing;
    return stored;
  } finally {
    await storing.catch(() => {});
    if (soFar) hashes.keep(id, { hash: soFar.hash, bytes: stored });
  }
}

/** File of an upload that has arrived. */
export interface ArrivedFile {
  fileName: string;
  sha256: string;
  sizeBytes: number;
}

/**
 * Ends an upload that has arrived. The same again returns the same result.
 *
 * @param become makes of the file what it is for
 * @returns what became of it, or how far the server has read it to compute its hash
 * @throws {NotFoundError} UPLOAD_NOT_FOUND; {ConflictError} UPLOAD_INCOMPLETE; what `become` throws
 */
export async function endUpload(
  { db, patientDb }: Services,
  hashes: ContentHashes,
  of: Uploads,
  uploadId: number,
  become: (tx: Tx, file: ArrivedFile) => Promise<UploadEnd>,
): Promise<EndedUpload> {
  const upload = await findUpload(db, of, uploadId);
  if (!upload) throw uploadNotFound(uploadId);
  const { draftSha256: draft, fileName, sizeBytes, receivedBytes } = upload;
  const before = endOf(upload);
  if (before) return before;
  if (draft === null) throw uploadNotFound(uploadId); // excluded by a check of the table
  if (receivedBytes < sizeBytes) {
    throw new ConflictError('UPLOAD_INCOMPLETE', `${receivedBytes} of ${sizeBytes} bytes have arrived`);
  }
  const sha256 = await hashes.end(patientDb, uploadId, draft, sizeBytes);
  if (typeof sha256 !== 'string') return sha256;
  const ended = await patientDb.transaction().execute(async (tx) => {
    const locked = await lockUpload(tx, uploadId);
    if (!locked) throw uploadNotFound(uploadId);
    const meanwhile = endOf(locked);
    if (meanwhile) return meanwhile;
    await giveName(tx, draft, sha256, sizeBytes);
    const end = await become(tx, { fileName, sha256, sizeBytes });
    await noteEnd(tx, uploadId, end);
    return end;
  });
  hashes.forget(uploadId);
  await dropBlob(patientDb, draft);
  return ended;
}

function endOf(upload: { importId: number | null; storedSha256: string | null }): UploadEnd | null {
  const { importId, storedSha256 } = upload;
  if (importId !== null) return { importId };
  return storedSha256 === null ? null : { storedSha256 };
}

/**
 * Gives an upload up. Its room is free soon afterwards.
 *
 * @throws {NotFoundError} UPLOAD_NOT_FOUND
 */
export async function giveUpUpload(
  { db, patientDb, log }: Services,
  hashes: ContentHashes,
  of: Uploads,
  uploadId: number,
) {
  const draft = await forgetUpload(db, of, uploadId);
  if (draft === undefined) throw uploadNotFound(uploadId);
  hashes.forget(uploadId);
  if (draft === null) return;
  dropBlob(patientDb, draft).catch((error: unknown) => {
    log.warn({ err: error }, 'the room of an upload that was given up is freed by the next round of chores');
  });
}

const uploadNotFound = (uploadId: number) =>
  new NotFoundError('UPLOAD_NOT_FOUND', `You have no unfinished upload ${uploadId}: begin it anew`);

const uploadMoved = (receivedBytes: number) =>
  new ConflictError('UPLOAD_MOVED', `${receivedBytes} bytes are here: go on from there`, {
    restParams: { receivedBytes },
  });

const uploadElsewhere = () =>
  new ConflictError('UPLOAD_ELSEWHERE', 'Another page or connection sends this file now');
