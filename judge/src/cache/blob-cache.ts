import { linkSync, rmSync, statSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DiskUse, diskOf, requireRoom } from '#cache/cache-disk.ts';
import { type BlobSource, createDownloads, PART } from '#cache/downloads.ts';
import { createLruIndex } from '#cache/lru-index.ts';

/** Blob on this machine's disk, kept there until it is disposed of. */
export interface HeldBlob extends Disposable {
  path: string;
}

export interface BlobCache {
  /** Largest sum of sizes that it keeps. */
  readonly maxBytes: number;
  /**
   * Returns the file with this content, which is fetched when it is not here yet.
   *
   * @param bytes its size, when known: a file of another size (a crash while writing) is fetched again
   * @throws {BlobCorruptError} when the source sends another content; {Error} when it cannot be kept here
   */
  hold(sha256: string, bytes: number | null, signal: AbortSignal): Promise<HeldBlob>;
  /** Whether it was fetched and not removed since; `hold` looks at the file, too. Absent where nothing is fetched. */
  knows?(sha256: string): boolean;
  /**
   * Keeps a file that this judge has made itself, by a link, so that it need not be fetched; nobody may write to it
   * afterwards. Absent where nothing is kept.
   */
  adopt?(sha256: string, path: string): void;
}

/**
 * Opens the cache in a folder with the files that are already there; the oldest files are removed when it exceeds
 * `maxBytes`, or leaves the disk too little.
 */
export async function openBlobCache(
  folder: string,
  source: BlobSource,
  maxBytes: number,
  disk: () => DiskUse = () => diskOf(folder),
): Promise<BlobCache> {
  await mkdir(folder, { recursive: true });
  const index = createLruIndex(maxBytes);
  await readFolder(folder, index.touch);
  const fetching = new Map<string, Promise<number>>();
  const pathOf = (sha256: string) => join(folder, sha256);
  const downloads = createDownloads(source);
  const drop = (sha256: string) => rmSync(pathOf(sha256), { force: true });

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

  /** Removes the oldest files until a new one fits. Synchronous, so that none is deleted while it is being fetched again. */
  function makeRoom(bytes: number): void {
    for (const old of index.evict(bytes)) drop(old);
    requireRoom(bytes, maxBytes, disk, () => {
      if (downloads.forgetOldest()) return true;
      const old = index.evictOne();
      if (old !== null) drop(old);
      return old !== null;
    });
  }

  /** Downloads a blob once for all slots that need it at the same time. */
  function fetchOnce(sha256: string, bytes: number | null, signal: AbortSignal): Promise<number> {
    const running = fetching.get(sha256);
    if (running) return running;
    makeRoom(bytes ?? 0);
    const started = downloads.fetch(sha256, pathOf(sha256), signal).finally(() => fetching.delete(sha256));
    fetching.set(sha256, started);
    return started;
  }

  return {
    maxBytes,
    knows: (sha256) => index.has(sha256),
    async hold(sha256, bytes, signal) {
      index.hold(sha256);
      try {
        while (!isHere(sha256, bytes)) {
          signal.throwIfAborted();
          try {
            index.touch(sha256, await fetchOnce(sha256, bytes, signal));
            bytes = null;
          } catch (error) {
            // The slot that fetched it for all may have been aborted; then this slot tries.
            if (signal.aborted || !isAbort(error)) throw error;
          }
        }
        // Synchronous, so that the same blob is not deleted while it is being fetched again.
        for (const old of index.evict()) drop(old);
      } catch (error) {
        index.letGo(sha256);
        throw error;
      }
      return { path: pathOf(sha256), [Symbol.dispose]: () => index.letGo(sha256) };
    },
    adopt(sha256, path) {
      const { size } = statSync(path);
      if (index.has(sha256) || fetching.has(sha256) || size > maxBytes) return;
      try {
        drop(sha256);
        linkSync(path, pathOf(sha256));
      } catch {
        return; // fetched when it is needed
      }
      index.touch(sha256, size);
      for (const old of index.evict()) drop(old);
    },
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
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
