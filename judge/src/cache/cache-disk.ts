import { statfsSync } from 'node:fs';

/** Sizes in bytes of the disk under a cache. */
export interface DiskUse {
  free: number;
  all: number;
}

export function diskOf(folder: string): DiskUse {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { free: bavail * bsize, all: blocks * bsize };
}

/** Share of the disk that the cache leaves free while there is something that it can remove. */
const LEFT_FREE = 0.1;
/** Disk in bytes without which a large file is refused instead of fetched: what runs needs some, too. */
const NEEDED_BYTES = 512 * 1024 ** 2;
/** Size in bytes from which the disk is asked: most tests are small, and asking takes longer than reading them. */
const ASKED_FROM_BYTES = 16 * 1024 ** 2;

/**
 * Sees to it that a file fits, before any of it is fetched.
 *
 * @param removeOldest removes what is needed least; false when nothing can be removed
 * @throws {Error} with a line for supervisors: the file is larger than the cache, or the disk is full
 */
export function requireRoom(
  bytes: number,
  maxBytes: number,
  disk: () => DiskUse,
  removeOldest: () => boolean,
): void {
  if (bytes > maxBytes) throw new Error(tooLargeForCache('A file', bytes, maxBytes));
  if (bytes < ASKED_FROM_BYTES) return;
  const leaves = (left: number) => disk().free - bytes >= left;
  const left = disk().all * LEFT_FREE;
  while (!leaves(left)) if (!removeOldest()) break;
  if (leaves(NEEDED_BYTES)) return;
  throw new Error(
    `The disk of this judge is full: a file of ${inGigabytes(bytes)} is needed, and ${inGigabytes(disk().free)} are free`,
  );
}

/** Line for supervisors about what a judge cannot keep. */
export const tooLargeForCache = (what: string, bytes: number, maxBytes: number): string =>
  `${what} of the problem needs ${inGigabytes(bytes)}, and this judge keeps ${inGigabytes(maxBytes)}: raise its JUDGE_CACHE_GB`;

const inGigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
