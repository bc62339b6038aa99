import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';

/** Large enough to keep the number of rows small, small enough to stream with little memory. */
export const CHUNK_BYTES = 256 * 1024;

/** Piece of a file as it is stored. */
export interface StoredChunk {
  content: Buffer;
  isPacked: boolean;
}

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/**
 * The fastest that still finds patterns of digits. Its product comes in one piece, as does what is unpacked: the usual pieces of 16 KB
 * cost more than the packing, since each goes to the other thread and back.
 */
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 }, chunkSize: CHUNK_BYTES / 2 };
const WHOLE = { maxOutputLength: CHUNK_BYTES, chunkSize: CHUNK_BYTES };
/** Share of its size beyond which a packed chunk is not worth unpacking. */
const WORTH_IT = 0.9;

/** Packs a chunk in another thread, unless it is the first of its file or does not get smaller. */
export async function packChunk(number: number, chunk: Buffer): Promise<StoredChunk> {
  if (number === 0) return { content: chunk, isPacked: false };
  const packed = await compress(chunk, FASTEST);
  return packed.length < WORTH_IT * chunk.length
    ? { content: packed, isPacked: true }
    : { content: chunk, isPacked: false };
}

/** @throws {Error} a chunk that is damaged, or has more than any chunk */
export async function unpackChunk({ content, isPacked }: StoredChunk): Promise<Buffer> {
  return isPacked ? await decompress(content, WHOLE) : content;
}

/** Cuts or joins pieces of any size into chunks of the one size. */
export async function* inChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of content) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes < CHUNK_BYTES) continue;
    const joined = Buffer.concat(waiting);
    const end = bytes - (bytes % CHUNK_BYTES);
    for (let at = 0; at < end; at += CHUNK_BYTES) yield joined.subarray(at, at + CHUNK_BYTES);
    waiting = [joined.subarray(end)];
    bytes -= end;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
