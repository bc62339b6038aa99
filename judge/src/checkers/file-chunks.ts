import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** Chunk size in bytes: small enough for the processor's cache, large enough that calls cost nothing. */
export const CHUNK_BYTES = 256 * 1024;

/**
 * Window that moves over a file in constant memory, however large the file is. Reads are synchronous, since they come
 * from the page cache and a small test would otherwise cost a dozen trips to another thread; between the chunks of a
 * large file the event loop runs.
 */
export interface FileWindow {
  /** Bytes read and not yet taken; empty only before the first `fill` and at the end of the file. */
  readonly bytes: Buffer;
  /** Offset of `bytes` in the file. */
  readonly position: number;
  /** Drops bytes from the front. */
  take(count: number): void;
  /** Reads more behind the remaining bytes. Returns false at the end of the file; a promise between the chunks of a large one. */
  fill(): boolean | Promise<boolean>;
  close(): void;
}

export function openWindow(path: string, chunkBytes = CHUNK_BYTES): FileWindow {
  const fd = openSync(path, 'r');
  // Twice a chunk, so that an unfinished token of up to a chunk can stay while more is read. Most files are tiny, and
  // freeing a megabyte after every test would burden the garbage collector. One byte more than the file, so that
  // its end shows in the same read: a file gives less than is asked for only there.
  const memory = Buffer.allocUnsafe(Math.min(2 * chunkBytes, fstatSync(fd).size + 1));
  let start = 0;
  let end = 0;
  let position = 0;
  let wasWhole = false;
  let isAtEnd = false;

  function read(): boolean {
    if (isAtEnd) return false;
    memory.copyWithin(0, start, end);
    end -= start;
    start = 0;
    if (end === memory.length)
      throw new Error('Nothing was taken from the window, so there is no room to read');
    const wanted = Math.min(chunkBytes, memory.length - end);
    const got = readSync(fd, memory, end, wanted, null);
    end += got;
    wasWhole = got === chunkBytes;
    isAtEnd = got < wanted;
    return got > 0;
  }

  return {
    get bytes() {
      return memory.subarray(start, end);
    },
    get position() {
      return position;
    },
    take(count) {
      start += count;
      position += count;
    },
    fill: () => (wasWhole ? setImmediate().then(read) : read()),
    close: () => closeSync(fd),
  };
}
