import type { BeginUpload, PackageUpload } from '@balloon/contracts/package-upload.ts';
import { beginDraft, draftChunks, dropBlob } from '@balloon/database/blobs.ts';
import { CHUNK_BYTES, type StoredChunk } from '@balloon/database/chunks.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/** Time in ms after which an upload that nobody goes on with is thrown away. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

const COLUMNS = [
  'id',
  'fileName',
  'sizeBytes',
  'modifiedAtMs',
  'draftSha256',
  'importId',
  'touchedAtMs',
] as const;

/** Begins an upload, or finds the one of the same file that the author has begun. */
export async function beginUpload(db: Db, authorId: number, file: BeginUpload): Promise<PackageUpload> {
  const draft = await beginDraft(db);
  const begun = await db
    .insertInto('packageUpload')
    .values({ authorId, ...file, draftSha256: draft, touchedAtMs: sql<number>`${NOW_MS}` })
    .onConflict((conflict) =>
      conflict
        .columns(['authorId', 'fileName', 'sizeBytes', 'modifiedAtMs'])
        .where('importId', 'is', null)
        .doUpdateSet({ touchedAtMs: sql<number>`${NOW_MS}` }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  if (begun.draftSha256 !== draft) await dropBlob(db, draft);
  return shown(db, begun);
}

/** Unfinished uploads of an author, newest first. */
export async function findUploads(db: Db, authorId: number): Promise<PackageUpload[]> {
  const rows = await db
    .selectFrom('packageUpload')
    .select(COLUMNS)
    .where('authorId', '=', authorId)
    .where('importId', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return Promise.all(rows.map((row) => shown(db, row)));
}

type Row = Omit<PackageUpload, 'receivedBytes'> & { draftSha256: string | null; importId: number | null };

async function shown(db: Db, { draftSha256, importId: _, ...upload }: Row): Promise<PackageUpload> {
  const chunks = draftSha256 === null ? 0 : await draftChunks(db, draftSha256);
  return { ...upload, receivedBytes: Math.min(upload.sizeBytes, chunks * CHUNK_BYTES) };
}

/** Upload of an author; undefined when there is none. */
export async function findUpload(db: Db, authorId: number, id: number) {
  const row = await db
    .selectFrom('packageUpload')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('authorId', '=', authorId)
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
export async function takeWriting(db: Db, authorId: number, id: number): Promise<Writing | null> {
  const row = await db
    .updateTable('packageUpload')
    .set(({ eb }) => ({ writer: eb('writer', '+', 1), touchedAtMs: sql<number>`${NOW_MS}` }))
    .where('id', '=', id)
    .where('authorId', '=', authorId)
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
    .select(['draftSha256', 'importId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Notes which import came of an upload, so that its end twice is no error. */
export async function noteImport(tx: Tx, id: number, importId: number): Promise<void> {
  await tx.updateTable('packageUpload').set({ importId, draftSha256: null }).where('id', '=', id).execute();
}

/** Forgets an upload of an author; returns the name of what was there of it, null when there was no such upload. */
export async function forgetUpload(db: Db, authorId: number, id: number): Promise<string | null> {
  const row = await db
    .deleteFrom('packageUpload')
    .where('id', '=', id)
    .where('authorId', '=', authorId)
    .where('draftSha256', 'is not', null)
    .returning('draftSha256')
    .executeTakeFirst();
  return row?.draftSha256 ?? null;
}

/** Forgets uploads that nobody goes on with; what was there of them is deleted with other unused contents. */
export async function dropAbandonedUploads(db: Db): Promise<void> {
  await db
    .deleteFrom('packageUpload')
    .where('touchedAtMs', '<', sql<number>`${NOW_MS} - ${ABANDONED_AFTER_MS}::bigint`)
    .execute();
}
