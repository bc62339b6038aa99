import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { CHUNK_BYTES, inChunks, packChunk, type StoredChunk, unpackChunk } from '#chunks.ts';
import { type Db, type Tx, takeTime } from '#connect.ts';
import { readChunks } from '#read-chunks.ts';

/**
 * Stores a file under its SHA-256, once however often it comes, and returns the hash in hex.
 * In a transaction, so that an incomplete file is never visible.
 */
export async function storeBlob(db: Tx, content: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  if (!(await claimName(db, sha256, content.length))) return sha256;
  for (let number = 0; number * CHUNK_BYTES < content.length; number += 1) {
    const chunk = content.subarray(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES);
    const packed = await packChunk(number, chunk);
    await db
      .insertInto('blobChunk')
      .values({ sha256, number, ...packed })
      .execute();
  }
  return sha256;
}

export class BlobMismatchError extends Error {
  override name = 'BlobMismatchError';
}

/**
 * Stores a file that arrives piece by piece, with a few chunks of it in memory: while one is stored, the next one is
 * packed. An incomplete file has a random name; it is deleted when the stream breaks off, or by `removeOrphanBlobs`
 * when this process dies.
 *
 * @param expected hash of the content; a file with another one is refused
 * @throws {BlobMismatchError} the content is not the `expected` one
 */
export async function storeBlobStream(
  db: Db,
  content: AsyncIterable<Uint8Array>,
  expected: string | null = null,
): Promise<{ sha256: string; sizeBytes: number }> {
  const draft = await beginDraft(db);
  let storing = Promise.resolve();
  try {
    const hash = createHash('sha256');
    let [sizeBytes, number] = [0, 0];
    for await (const chunk of inChunks(content)) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      const packed = await packChunk(number, chunk);
      await storing;
      storing = storeDraftChunk(db, draft, number, packed);
      storing.catch(() => {}); // awaited with the next chunk
      number += 1;
    }
    await storing;
    const sha256 = hash.digest('hex');
    if (expected !== null && sha256 !== expected) {
      throw new BlobMismatchError(`Announced as ${expected}, but the content is that of ${sha256}`);
    }
    await db.transaction().execute((tx) => giveName(tx, draft, sha256, sizeBytes));
    return { sha256, sizeBytes };
  } finally {
    await storing.catch(() => {});
    await dropBlob(db, draft);
  }
}

/**
 * Stores a chunk without waiting for the disk: what lasts is the name, and its commit waits for everything before it.
 * A file of gigabytes would otherwise wait for the disk ten thousands of times.
 */
async function storeDraftChunk(db: Db, draft: string, number: number, chunk: StoredChunk): Promise<void> {
  const { content, isPacked } = chunk;
  await sql`
    insert into blob_chunk (sha256, number, content, is_packed)
    select ${draft}, ${number}, ${content}, ${isPacked}
    from (select set_config('synchronous_commit', 'off', true)) as of_this_statement
  `.execute(db);
}

/** Chunks that one statement deletes: 64 MB, so that none of them runs into the time limit of its pool. */
const DROPPED_AT_ONCE = 256;

/** Deletes a file that nothing can name any more, in pieces: one of gigabytes would hold a transaction for minutes. */
export async function dropBlob(db: Db, sha256: string): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('blobChunk')
      .where('sha256', '=', sha256)
      .where('number', 'in', (numbers) =>
        numbers
          .selectFrom('blobChunk')
          .select('number')
          .where('sha256', '=', sha256)
          .orderBy('number')
          .limit(DROPPED_AT_ONCE),
      )
      .executeTakeFirst();
    if (Number(numDeletedRows) < DROPPED_AT_ONCE) break;
  }
  await db.deleteFrom('blob').where('sha256', '=', sha256).execute();
}

/** Makes room for content that has no hash yet; returns its name. */
export async function beginDraft(db: Db): Promise<string> {
  const draft = draftName();
  await db.insertInto('blob').values({ sha256: draft, sizeBytes: 0 }).execute();
  return draft;
}

/** Number of chunks that a draft has, one after the other from its beginning. */
export async function draftChunks(db: Db, draft: string): Promise<number> {
  const { chunks } = await db
    .selectFrom('blobChunk')
    .where('sha256', '=', draft)
    .select(sql<number>`coalesce(max(number) + 1, 0)`.as('chunks'))
    .executeTakeFirstOrThrow();
  return chunks;
}

/** A random name for content without a hash yet, or without a use any more. */
export const draftName = () => randomBytes(32).toString('hex');

/**
 * Renames the chunks to the hash; the contents stay where they are on disk. The draft is to be dropped afterwards: its content may be there
 * already.
 */
export async function giveName(tx: Tx, draft: string, sha256: string, sizeBytes: number): Promise<void> {
  await takeTime(tx); // tens of thousands of rows for one of gigabytes
  if (!(await claimName(tx, sha256, sizeBytes))) return;
  await tx.updateTable('blobChunk').set({ sha256 }).where('sha256', '=', draft).execute();
}

const NOW_MS = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Attempts to claim a name that others delete and store again at the same moments. */
const CLAIM_ATTEMPTS = 5;

/** Returns false when the blob exists already; it then counts as stored now and is not removed meanwhile. */
async function claimName(tx: Tx, sha256: string, sizeBytes: number): Promise<boolean> {
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt += 1) {
    const inserted = await tx
      .insertInto('blob')
      .values({ sha256, sizeBytes })
      .onConflict((conflict) => conflict.doNothing())
      .returning('sha256')
      .executeTakeFirst();
    if (inserted) return true;
    // A blob that is just being removed is gone when this has waited for it.
    if ((await touch(tx, [sha256])).length > 0) return false;
  }
  throw new Error(`The blob ${sha256} was removed as often as it was found`);
}

async function touch(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db
    .updateTable('blob')
    .set({ storedAtMs: NOW_MS })
    .where('sha256', '=', sql<string>`any(${names}::text[])`)
    .returning('sha256')
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

/** Returns the names that are not stored. Stored ones are kept for a day even if nothing refers to them. */
export async function missingBlobs(db: Db, names: readonly string[]): Promise<string[]> {
  const present = new Set(await touch(db, names));
  return [...new Set(names)].filter((name) => !present.has(name));
}

/** Size in bytes, or `undefined` when no such file is stored. */
export async function blobSize(db: Db, sha256: string): Promise<number | undefined> {
  const row = await db.selectFrom('blob').select('sizeBytes').where('sha256', '=', sha256).executeTakeFirst();
  return row?.sizeBytes;
}

/** A part of the content, shorter where the content ends. */
export async function readBlobPart(db: Db, sha256: string, offset: number, length: number): Promise<Buffer> {
  const first = Math.floor(offset / CHUNK_BYTES);
  const rows = await readChunks(db, sha256, first, Math.ceil((offset + length) / CHUNK_BYTES) - first);
  const read = Buffer.concat(await Promise.all(rows.map(unpackChunk)));
  const start = offset - first * CHUNK_BYTES;
  return read.subarray(start, start + length);
}

/** Chunks that are read at once: a MB. */
const READ_AT_ONCE = 4;

/**
 * The content, chunk by chunk: a few chunks are in memory, since the next ones are read while the caller has these.
 *
 * @param from offset of the first byte
 */
export async function* readBlob(db: Db, sha256: string, from = 0): AsyncGenerator<Buffer> {
  let next = Math.floor(from / CHUNK_BYTES);
  let skipped = from - next * CHUNK_BYTES;
  let reading = readChunks(db, sha256, next, READ_AT_ONCE);
  for (;;) {
    const chunks = await reading;
    next += READ_AT_ONCE;
    const isLast = chunks.length < READ_AT_ONCE;
    if (!isLast) {
      reading = readChunks(db, sha256, next, READ_AT_ONCE);
      reading.catch(() => {}); // awaited after these chunks
    }
    for (const chunk of chunks) {
      const content = await unpackChunk(chunk);
      yield skipped === 0 ? content : content.subarray(skipped);
      skipped = 0;
    }
    if (isLast) return;
  }
}
