import { PackageError } from '#package-error.ts';

/** Bounds of the contents of a package. A hostile one must not fill the disk, a careless one gets a clear error. */
export interface PackageLimits {
  /** Number of files and folders together. */
  entries: number;
  fileBytes: number;
  /** All files together, unpacked. */
  totalBytes: number;
  /**
   * Unpacked bytes per packed byte, checked from `ratioFromBytes` unpacked bytes on: files of equal lines pack very
   * well.
   */
  ratio: number;
  ratioFromBytes: number;
  pathChars: number;
  /** Number of folders above a file. */
  depth: number;
  /** Number of packages in one archive. */
  parts: number;
}

const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;

export const PACKAGE_LIMITS: PackageLimits = {
  entries: 100_000,
  fileBytes: 32 * GIBIBYTE,
  totalBytes: 32 * GIBIBYTE,
  ratio: 200,
  ratioFromBytes: 256 * MEBIBYTE,
  pathChars: 400,
  depth: 20,
  parts: 200,
};

/** Formats a size for messages: `1.5 MB`, from 1 GB on `20 GB`. */
export function inMegabytes(bytes: number): string {
  const [unit, name] = bytes < GIBIBYTE ? [MEBIBYTE, 'MB'] : [GIBIBYTE, 'GB'];
  return `${Math.round((bytes / unit) * 10) / 10} ${name}`;
}

/** Limits by the setting PACKAGE_MAX_GB: for one file, and for all of them together. */
export const packageLimits = (maxBytes: number) => ({ fileBytes: maxBytes, totalBytes: maxBytes });

/** Refusal of what exceeds a bound on sizes. @param what the file or the whole, in the author's words */
export function tooLarge(what: string, maxBytes: number): PackageError {
  const advice = 'Make the tests smaller, or let the operator raise PACKAGE_MAX_GB';
  return new PackageError(`${what} more than ${inMegabytes(maxBytes)}. ${advice}.`, {
    code: 'tooLarge',
    facts: { size: inMegabytes(maxBytes) },
  });
}
