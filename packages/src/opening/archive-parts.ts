import path from 'node:path';
import { MANIFESTS } from '#opening/find-root.ts';
import { PACKAGE_LIMITS, type PackageLimits } from '#opening/limits.ts';
import { type Archive, listZip } from '#opening/unpack-zip.ts';
import { PackageError } from '#package-error.ts';

/**
 * Finds the packages in an archive that holds several, as folders or as archives of their own: their paths in it,
 * sorted, for `openPackage`. Empty for an archive that is to be opened as a whole. Only names are read.
 *
 * @throws {PackageError} when the archive is damaged or hostile, or holds too many packages
 */
export async function archiveParts(
  archive: Archive,
  limits: PackageLimits = PACKAGE_LIMITS,
): Promise<string[]> {
  const names = await listZip(archive, limits);
  const folders = packageFolders(names);
  const within = new Set(folders);
  const zips = names.filter((name) => isZip(name) && !liesIn(name, within));
  if (zips.length === 0 && folders.length <= 1 && !folders[0]?.includes('/')) return [];
  const parts = [...folders, ...zips].sort();
  if (parts.length <= limits.parts) return parts;
  throw new PackageError(
    `${archive.name} holds ${parts.length} packages, more than ${limits.parts}. Upload them in several archives.`,
  );
}

export const isZip = (name: string) => name.toLowerCase().endsWith('.zip');

/** Folders with a manifest; the inside of a package is not searched. `''` is the top of the archive. */
function packageFolders(names: readonly string[]): string[] {
  const manifests = names.filter((name) =>
    MANIFESTS.some((manifest) => path.posix.basename(name) === manifest.name),
  );
  const folders = new Set(manifests.map((name) => (name.includes('/') ? path.posix.dirname(name) : '')));
  return [...folders].filter((folder) => !liesIn(folder, folders));
}

/** Whether one of the folders is above a path. Goes up from it, since an archive may have tens of thousands of folders. */
function liesIn(name: string, folders: ReadonlySet<string>): boolean {
  if (name === '') return false;
  for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1))
    if (folders.has(name.slice(0, at))) return true;
  return folders.has('');
}
