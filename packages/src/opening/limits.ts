/** Bounds of the contents of a package. A hostile one must not fill the disk, a careless one gets a clear error. */
export interface PackageLimits {
  /** Number of files and folders together. */
  entries: number;
  fileBytes: number;
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

export const PACKAGE_LIMITS: PackageLimits = {
  entries: 100_000,
  fileBytes: 1024 * MEBIBYTE,
  totalBytes: 4096 * MEBIBYTE,
  ratio: 200,
  ratioFromBytes: 256 * MEBIBYTE,
  pathChars: 400,
  depth: 20,
  parts: 200,
};

/** Formats a size for messages: `1.5 MB`. */
export function inMegabytes(bytes: number): string {
  return `${Math.round((bytes / MEBIBYTE) * 10) / 10} MB`;
}
