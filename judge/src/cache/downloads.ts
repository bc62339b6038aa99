import { createHash, type Hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, type FileHandle, open, rename, rm } from 'node:fs/promises';
import { pause } from '@balloon/worker/waiting.ts';
import { AwayError } from '@balloon/worker/web-calls.ts';

/**
 * Source of blobs: the server over HTTP, or a folder in tests and `verify`.
 *
 * @param from offset of the first byte to send
 */
export type BlobSource = (
  sha256: string,
  signal: AbortSignal,
  from: number,
) => Promise<AsyncIterable<Uint8Array>>;

export class BlobCorruptError extends Error {}

/** Ending of incomplete downloads, which are of no use after a restart. */
export const PART = '.part';

/** Number of broken downloads that may go on later. */
const UNFINISHED_MAX = 4;
/** Pause in ms before a download goes on whose connection broke. */
const GOES_ON_AFTER_MS = 250;

/** Beginning of a blob on disk. */
interface Part {
  path: string;
  hash: Hash;
  bytes: number;
}

export interface Downloads {
  /**
   * Streams a blob to disk and gives it its name only when every byte has arrived and the hash agrees. A download whose
   * connection breaks goes on where it was, at once or with the next call: a test of gigabytes over a slow line would
   * otherwise never arrive.
   *
   * @returns its size
   */
  fetch(sha256: string, path: string, signal: AbortSignal): Promise<number>;
  /** Gives up the oldest download that broke, whose beginning is still on disk; false when there is none. */
  forgetOldest(): boolean;
}

export function createDownloads(source: BlobSource): Downloads {
  const unfinished = new Map<string, Part>();
  let partNumber = 0;

  function forgetOldest(): boolean {
    const [oldest] = unfinished;
    if (!oldest) return false;
    unfinished.delete(oldest[0]);
    rmSync(oldest[1].path, { force: true });
    return true;
  }

  return {
    async fetch(sha256, path, signal) {
      partNumber += 1;
      const part = unfinished.get(sha256) ?? emptyPart(`${path}.${process.pid}.${partNumber}${PART}`);
      unfinished.delete(sha256);
      let isWorthKeeping = false;
      try {
        await append(source, sha256, part, signal);
        const got = part.hash.digest('hex');
        if (got !== sha256) throw new BlobCorruptError(`Blob ${sha256} arrived with the content of ${got}`);
        await chmod(part.path, 0o644); // checkers have another uid, and the judge may run with a tight umask
        await rename(part.path, path);
        return part.bytes;
      } catch (error) {
        isWorthKeeping = error instanceof AwayError && part.bytes > 0;
        throw isFull(error) ? new Error('The disk of this judge is full', { cause: error }) : error;
      } finally {
        if (isWorthKeeping) unfinished.set(sha256, part);
        else await rm(part.path, { force: true });
        if (unfinished.size > UNFINISHED_MAX) forgetOldest();
      }
    },
    forgetOldest,
  };
}

const emptyPart = (path: string): Part => ({ path, hash: createHash('sha256'), bytes: 0 });

/** Appends the rest, over as many connections as bring something. */
async function append(source: BlobSource, sha256: string, part: Part, signal: AbortSignal): Promise<void> {
  await using file = await open(part.path, 'a');
  if ((await file.stat()).size !== part.bytes) {
    await file.truncate(0); // somebody cleared the folder meanwhile
    Object.assign(part, emptyPart(part.path));
  }
  for (;;) {
    const before = part.bytes;
    try {
      await appendAll(await source(sha256, signal, part.bytes), file, part, signal);
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AwayError) || part.bytes === before) throw error;
      await pause(GOES_ON_AFTER_MS, signal);
    }
  }
}

/** Bytes that are written at once: they come in pieces of 64 KB, and each write costs a trip to another thread. */
const WRITTEN_AT_ONCE = 1024 ** 2;

/** Appends what a connection brings, also where it breaks in the middle. */
async function appendAll(
  content: AsyncIterable<Uint8Array>,
  file: FileHandle,
  part: Part,
  signal: AbortSignal,
): Promise<void> {
  let [waiting, bytes]: [Uint8Array[], number] = [[], 0];
  const write = async () => {
    await writeAll(file, waiting, bytes);
    for (const chunk of waiting) part.hash.update(chunk);
    part.bytes += bytes;
    [waiting, bytes] = [[], 0];
  };
  try {
    for await (const chunk of content) {
      signal.throwIfAborted();
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes >= WRITTEN_AT_ONCE) await write();
    }
  } catch (error) {
    if (error instanceof AwayError) await write();
    throw error;
  }
  await write();
}

async function writeAll(file: FileHandle, chunks: readonly Uint8Array[], bytes: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks);
  if (bytesWritten === bytes) return;
  const rest = Buffer.concat(chunks).subarray(bytesWritten);
  for (let at = 0; at < rest.length; ) at += (await file.write(rest, at)).bytesWritten;
}

const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC';
