/** Bounds of what a package may hold. A hostile one must not fill the disk, a careless one gets a clear answer. */
export interface PackageLimits {
  /** Files and folders together. */
  entries: number;
  fileBytes: number;
  totalBytes: number;
  /** Unpacked bytes per packed byte, from `ratioFromBytes` unpacked bytes on: files of equal lines pack very well. */
  ratio: number;
  ratioFromBytes: number;
  pathChars: number;
  /** Folders above a file. */
  depth: number;
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
};

/** For messages: `1.5 MB`. */
export function inMegabytes(bytes: number): string {
  return `${Math.round((bytes / MEBIBYTE) * 10) / 10} MB`;
}
