import type {
  BeginUpload,
  PackageUpload,
  UploadEnd,
  UploadPurpose,
} from '@balloon/contracts/problems/package-upload.ts';
import { beginDraft, draftChunks, dropBlob } from '@balloon/database/blobs.ts';
import { CHUNK_BYTES, type StoredChunk } from '@balloon/database/chunks.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/** Time in ms after which an upload that nobody goes on with is thrown away. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** Owner and purpose of uploads, by which all queries find them. */
export interface Uploads {
  authorId: number;
  purpose: UploadPurpose;
}

const COLUMNS = [
  'id',
  'fileName',
  'sizeBytes',
  'modifiedAtMs',
  'draftSha256',
  'importId',
  'storedSha256',
  'touchedAtMs',
] as const;

/** Begins an upload, or finds the one of the same file that the author has begun. */
export async function beginUpload(db: Db, of: Uploads, file: BeginUpload): Promise<PackageUpload> {
  const draft = await beginDraft(db);
  const begun = await db
    .insertInto('packageUpload')
    .values({ ...of, ...file, draftSha256: draft, touchedAtMs: sql<number>`${NOW_MS}` })
    .onConflict((conflict) =>
      conflict
        .columns(['authorId', 'purpose', 'fileName', 'sizeBytes', 'modifiedAtMs'])
        .where('importId', 'is', null)
        .doUpdateSet({ touchedAtMs: sql<number>`${NOW_MS}` }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  if (begun.draftSha256 !== draft) await dropBlob(db, draft);
  return shown(db, begun);
}

/** Uploads of an author that are no imports yet, newest first. */
export async function findUploads(db: Db, { authorId, purpose }: Uploads): Promise<PackageUpload[]> {
  const rows = await db
    .selectFrom('packageUpload')
    .select(COLUMNS)
    .where('authorId', '=', authorId)
    .where('purpose', '=', purpose)
    .where('importId', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return Promise.all(rows.map((row) => shown(db, row)));
}

type Row = Omit<PackageUpload, 'receivedBytes'> & { draftSha256: string | null; importId: number | null };

async function shown(db: Db, { draftSha256, importId: _, ...upload }: Row): Promise<PackageUpload> {
  const { sizeBytes } = upload;
  const storedBytes = draftSha256 === null ? sizeBytes : (await draftChunks(db, draftSha256)) * CHUNK_BYTES;
  return { ...upload, receivedBytes: Math.min(sizeBytes, storedBytes) };
}

/** Upload of an author; undefined when there is none. */
export async function findUpload(db: Db, { authorId, purpose }: Uploads, id: number) {
  const row = await db
    .selectFrom('packageUpload')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('authorId', '=', authorId)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return row && { ...row, ...(await shown(db, row)) };
}

/** Right to append to an upload, until the next one takes it. */
export interface Writing {
  id: number;
  writer: number;
  draft: string;
  sizeBytes: number;
}

/** Takes the right to append to an unfinished upload, also from a request that still waits; null when there is no such upload. */
export async function takeWriting(
  db: Db,
  { authorId, purpose }: Uploads,
  id: number,
): Promise<Writing | null> {
  const row = await db
    .updateTable('packageUpload')
    .set(({ eb }) => ({ writer: eb('writer', '+', 1), touchedAtMs: sql<number>`${NOW_MS}` }))
    .where('id', '=', id)
    .where('authorId', '=', authorId)
    .where('purpose', '=', purpose)
    .where('draftSha256', 'is not', null)
    .returning(['id', 'writer', 'draftSha256 as draft', 'sizeBytes'])
    .executeTakeFirst();
  return row ? { ...row, draft: row.draft ?? '' } : null;
}

/**
 * Appends a chunk without waiting for the disk: the end of the upload does. Under a lock, so that whoever takes the right to append
 * finds all chunks of the one before.
 *
 * @returns whether the right was still there
 */
export async function appendChunk(
  db: Db,
  { id, writer, draft }: Writing,
  number: number,
  { content, isPacked }: StoredChunk,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with mine as (select from package_upload where id = ${id} and writer = ${writer} for share)
    insert into blob_chunk (sha256, number, content, is_packed)
    select ${draft}, ${number}, ${content}, ${isPacked}
    from mine, (select set_config('synchronous_commit', 'off', true)) as of_this_statement
  `.execute(db);
  return numAffectedRows === 1n;
}

/** The upload under a lock, as its end finds it. */
export async function lockUpload(tx: Tx, id: number) {
  return tx
    .selectFrom('packageUpload')
    .select(['draftSha256', 'importId', 'storedSha256'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Notes what became of an upload, so that its end twice is no error. */
export async function noteEnd(tx: Tx, id: number, end: UploadEnd): Promise<void> {
  await tx
    .updateTable('packageUpload')
    .set({ ...end, draftSha256: null })
    .where('id', '=', id)
    .execute();
}

/**
 * Forgets an upload of an author that is no import.
 *
 * @returns the name of what had arrived of it, null for a whole archive, which goes when nothing else uses it; undefined when there
 *   was no such upload
 */
export async function forgetUpload(
  db: Db,
  { authorId, purpose }: Uploads,
  id: number,
): Promise<string | null | undefined> {
  const row = await db
    .deleteFrom('packageUpload')
    .where('id', '=', id)
    .where('authorId', '=', authorId)
    .where('purpose', '=', purpose)
    .where('importId', 'is', null)
    .returning('draftSha256')
    .executeTakeFirst();
  return row?.draftSha256;
}

/** Forgets the uploads of an author whose archive has become a contest. */
export async function forgetStored(tx: Tx, authorId: number, sha256: string): Promise<void> {
  await tx
    .deleteFrom('packageUpload')
    .where('authorId', '=', authorId)
    .where('storedSha256', '=', sha256)
    .execute();
}

/** Forgets uploads that nobody goes on with; what was there of them is deleted with other unused contents. */
export async function dropAbandonedUploads(db: Db): Promise<void> {
  await db
    .deleteFrom('packageUpload')
    .where('touchedAtMs', '<', sql<number>`${NOW_MS} - ${ABANDONED_AFTER_MS}::bigint`)
    .execute();
}
