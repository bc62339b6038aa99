import { statfs } from 'node:fs/promises';
import { inMegabytes } from '#opening/limits.ts';
import { PackageError } from '#package-error.ts';

/** Disk that stays free whatever is unpacked: the database of the site may lie on it. */
const RESERVE_BYTES = 2 * 1024 ** 3;
/** Smallest sum for which the disk is asked: less is no matter of disks. */
const ASKED_FROM_BYTES = 64 * 1024 ** 2;

/**
 * Refuses what does not fit on the disk of a folder, before anything is written.
 *
 * @throws {PackageError} diskFull
 */
export async function requireDisk(folder: string, bytes: number): Promise<void> {
  if (bytes < ASKED_FROM_BYTES) return;
  const { bavail, bsize } = await statfs(folder);
  const free = Math.max(0, bavail * bsize - RESERVE_BYTES);
  if (bytes <= free) return;
  const [needed, left] = [inMegabytes(bytes), inMegabytes(free)];
  throw new PackageError(
    `The package needs ${needed} of disk where it is built, and ${left} can be used there. Free some, or build it on another machine.`,
    { code: 'diskFull', facts: { needed, free: left } },
  );
}
