import type { PackageRemark } from '#package-error.ts';

/**
 * Package on disk, safe to read: an archive was unpacked into a private folder with every entry checked, a folder is
 * read in place. Links that stay inside the package are followed, all others left out.
 */
export interface OpenedPackage extends AsyncDisposable {
  /** Name given by the operator, for reports. */
  name: string;
  /** Absolute path of the folder that contains `problem.xml` or `problem.yaml`. */
  root: string;
  /** Paths of all regular files beneath the root, relative, with forward slashes, sorted. */
  files: readonly string[];
  /** Remarks on files that were left out, such as links that leave the package. */
  remarks: readonly PackageRemark[];
  /** Returns the absolute path of a file of the package, links resolved; null when there is none. */
  find(relativePath: string): string | null;
  /**
   * Reads the text of a file, UTF-8 with or without BOM, line ends unchanged. @throws PackageError when it is missing
   * or too large
   */
  readText(relativePath: string, maxBytes?: number): Promise<string>;
}

/** Contents of an opened package, in a form that can be sent to other threads. */
export interface PackagePlaces extends Pick<OpenedPackage, 'name' | 'root' | 'remarks'> {
  /** Absolute paths, links resolved, by path in the package. */
  places: ReadonlyMap<string, string>;
}
