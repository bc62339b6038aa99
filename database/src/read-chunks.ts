import { buffer } from 'node:stream/consumers';
import { to as copyTo } from 'pg-copy-streams';
import type { StoredChunk } from '#chunks.ts';
import { type Db, lendClient } from '#connect.ts';

/** Beginning of what `COPY` writes in binary: its mark, flags, and the length of an extension that there is not. */
const HEAD_BYTES = 19;
/** Number of columns that says: there are no more rows. */
const NO_MORE = -1;

/**
 * Reads some chunks of a file, fewer where it ends. By `COPY`, since it is the one way on which the driver takes bytes as bytes: in
 * the answer to a query they are text of twice the size, which both sides spend most of their time on.
 */
export async function readChunks(
  db: Db,
  sha256: string,
  first: number,
  count: number,
): Promise<StoredChunk[]> {
  await using lent = await lendClient(db);
  if (!lent) return selectChunks(db, sha256, first, count);
  const { client } = lent;
  const text = `copy (
    select content, is_packed from blob_chunk
    where sha256 = ${client.escapeLiteral(sha256)} and number between ${first} and ${first + count - 1}
    order by number
  ) to stdout (format binary)`;
  return rowsOf(await buffer(client.query(copyTo(text))));
}

/** Does it in a transaction, whose connection only queries reach. */
function selectChunks(db: Db, sha256: string, first: number, count: number): Promise<StoredChunk[]> {
  return db
    .selectFrom('blobChunk')
    .select(['content', 'isPacked'])
    .where('sha256', '=', sha256)
    .where('number', '>=', first)
    .where('number', '<', first + count)
    .orderBy('number')
    .execute();
}

function rowsOf(copied: Buffer): StoredChunk[] {
  const rows: StoredChunk[] = [];
  let at = HEAD_BYTES;
  const field = () => {
    const start = at + 4;
    at = start + copied.readInt32BE(at);
    return copied.subarray(start, at);
  };
  while (copied.readInt16BE(at) !== NO_MORE) {
    at += 2;
    rows.push({ content: field(), isPacked: field()[0] === 1 });
  }
  return rows;
}
