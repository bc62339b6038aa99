import { readFile, stat } from 'node:fs/promises';
import type { OpenedPackage } from '#opened-package.ts';
import { inMegabytes } from '#opening/limits.ts';
import { PackageError } from '#package-error.ts';

/**
 * Largest size of a text in bytes. Manifests and statements are kilobytes; much larger ones are a mistake, and would
 * fill the memory.
 */
const TEXT_BYTES = 16 * 1024 * 1024;

/**
 * Reads a file of the package.
 *
 * @throws {PackageError} when the package has no such file, or one that is too large for its purpose
 */
export async function readBytes(
  opened: Pick<OpenedPackage, 'find'>,
  relativePath: string,
  maxBytes = TEXT_BYTES,
): Promise<Uint8Array> {
  const place = opened.find(relativePath);
  if (place === null) throw new PackageError(`${relativePath} is missing from the package.`);
  const { size } = await stat(place);
  if (size > maxBytes) {
    throw new PackageError(`${relativePath} is larger than ${inMegabytes(maxBytes)}. Make it smaller.`);
  }
  return readFile(place);
}
