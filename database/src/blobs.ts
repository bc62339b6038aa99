import { createHash } from 'node:crypto';
import type { Db, Tx } from './connect.ts';

/** Large enough to keep the number of rows small, small enough to stream with little memory. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Stores a file under its SHA-256, once however often it comes, and gives the hash in hex.
 * In a transaction, so that nobody ever sees half a file.
 */
export async function storeBlob(db: Tx, content: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const inserted = await db
    .insertInto('blob')
    .values({ sha256, sizeBytes: content.length })
    .onConflict((conflict) => conflict.doNothing())
    .returning('sha256')
    .executeTakeFirst();
  if (!inserted) return sha256;
  for (let number = 0; number * CHUNK_BYTES < content.length; number += 1) {
    const chunk = content.subarray(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES);
    await db.insertInto('blobChunk').values({ sha256, number, content: chunk }).execute();
  }
  return sha256;
}

/** Size in bytes, or `undefined` when nobody stored such a file. */
export async function blobSize(db: Db, sha256: string): Promise<number | undefined> {
  const row = await db.selectFrom('blob').select('sizeBytes').where('sha256', '=', sha256).executeTakeFirst();
  return row?.sizeBytes;
}

/** The content, chunk by chunk: at most one chunk is in memory. */
export async function* readBlob(db: Db, sha256: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const row = await db
      .selectFrom('blobChunk')
      .select('content')
      .where('sha256', '=', sha256)
      .where('number', '=', number)
      .executeTakeFirst();
    if (!row) return;
    yield row.content;
  }
}
