import { createHash } from 'node:crypto';
import { createWriteStream, rmSync, statSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createLruIndex } from '#workshop/lru-index.ts';

/** Source of blobs: the server over HTTP, or a folder in tests and `verify`. */
export type BlobSource = (sha256: string, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;

/** Blob on this machine's disk, kept there until it is disposed of. */
export interface HeldBlob extends Disposable {
  path: string;
}

export interface BlobCache {
  /**
   * Returns the file with this content, which is fetched when it is not here yet.
   *
   * @param bytes its size, when known: a file of another size (a crash while writing) is fetched again
   * @throws {BlobCorruptError} when the source sends another content
   */
  hold(sha256: string, bytes: number | null, signal: AbortSignal): Promise<HeldBlob>;
}

export class BlobCorruptError extends Error {}

/** Ending of incomplete downloads, which are of no use after a restart. */
const PART = '.part';

/**
 * Opens the cache in a folder with the files that are already there; the oldest files are removed when it exceeds
 * `maxBytes`.
 */
export async function openBlobCache(
  folder: string,
  source: BlobSource,
  maxBytes: number,
): Promise<BlobCache> {
  await mkdir(folder, { recursive: true });
  const index = createLruIndex(maxBytes);
  await readFolder(folder, index.touch);
  const fetching = new Map<string, Promise<number>>();
  const pathOf = (sha256: string) => join(folder, sha256);

  /** Whether the file is here. Synchronous, since it is asked twice per test. */
  function isHere(sha256: string, bytes: number | null): boolean {
    if (!index.has(sha256)) return false;
    const found = statSync(pathOf(sha256), { throwIfNoEntry: false });
    if (found !== undefined && (bytes === null || found.size === bytes)) {
      index.touch(sha256, found.size);
      return true;
    }
    index.forget(sha256);
    return false;
  }

  /** Downloads a blob once for all slots that need it at the same time. */
  function fetchOnce(sha256: string, signal: AbortSignal): Promise<number> {
    const running = fetching.get(sha256);
    if (running) return running;
    const started = download(source, sha256, pathOf(sha256), signal).finally(() => fetching.delete(sha256));
    fetching.set(sha256, started);
    return started;
  }

  return {
    async hold(sha256, bytes, signal) {
      index.hold(sha256);
      try {
        while (!isHere(sha256, bytes)) {
          signal.throwIfAborted();
          try {
            index.touch(sha256, await fetchOnce(sha256, signal));
            bytes = null;
          } catch (error) {
            // The slot that fetched it for all may have been aborted; then this slot tries.
            if (signal.aborted || !isAbort(error)) throw error;
          }
        }
        // Synchronous, so that the same blob is not deleted while it is being fetched again.
        for (const old of index.evict()) rmSync(pathOf(old), { force: true });
      } catch (error) {
        index.letGo(sha256);
        throw error;
      }
      return { path: pathOf(sha256), [Symbol.dispose]: () => index.letGo(sha256) };
    },
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

let partNumber = 0;

/** Streams a blob to disk and gives it its name only when every byte has arrived and the hash agrees. */
async function download(
  source: BlobSource,
  sha256: string,
  path: string,
  signal: AbortSignal,
): Promise<number> {
  partNumber += 1;
  const part = `${path}.${process.pid}.${partNumber}${PART}`;
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await pipeline(await source(sha256, signal), counted, createWriteStream(part), { signal });
    const got = hash.digest('hex');
    if (got !== sha256) throw new BlobCorruptError(`Blob ${sha256} arrived with the content of ${got}`);
    await chmod(part, 0o644); // checkers have another uid, and the judge may run with a tight umask
    await rename(part, path);
    return bytes;
  } finally {
    await rm(part, { force: true });
  }
}

/** Adds the files of earlier runs of the judge, least recently written first. */
async function readFolder(folder: string, add: (key: string, bytes: number) => void): Promise<void> {
  const found: { name: string; bytes: number; atMs: number }[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.endsWith(PART)) {
      await rm(path, { force: true });
      continue;
    }
    const { size, mtimeMs } = await stat(path);
    found.push({ name, bytes: size, atMs: mtimeMs });
  }
  found.sort((a, b) => a.atMs - b.atMs);
  for (const { name, bytes } of found) add(name, bytes);
}
