import type { PackageRemark } from '#package-error.ts';

/**
 * A package on disk, safe to read: an archive was unpacked into a private folder with every entry checked, a folder
 * is read where it lies. Links that stay inside the package are followed, all others left out.
 */
export interface OpenedPackage extends AsyncDisposable {
  /** As the operator named it, for reports. */
  name: string;
  /** Absolute path of the folder in which `problem.xml` or `problem.yaml` lies. */
  root: string;
  /** Every regular file beneath the root, relative, with forward slashes, sorted. */
  files: readonly string[];
  /** What was left out, such as links that leave the package. */
  remarks: readonly PackageRemark[];
  /** Absolute path of a file of the package, links resolved; null when there is none. */
  find(relativePath: string): string | null;
  /** Text of a file, UTF-8 with or without BOM, line ends as they are. @throws PackageError when it is missing or too large */
  readText(relativePath: string, maxBytes?: number): Promise<string>;
}
