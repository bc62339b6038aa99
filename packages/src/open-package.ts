import { mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { OpenedPackage, PackagePlaces } from '#opened-package.ts';
import { findRoot, packagesBeneath } from '#opening/find-root.ts';
import { PACKAGE_LIMITS, type PackageLimits } from '#opening/limits.ts';
import { listFolder } from '#opening/list-folder.ts';
import { readBytes } from '#opening/read-bytes.ts';
import { unpackZip } from '#opening/unpack-zip.ts';
import { PackageError } from '#package-error.ts';

export interface OpenOptions {
  limits?: Partial<PackageLimits>;
  /** Folder in which archives are unpacked; the system's folder for temporary files by default. */
  tempFolder?: string;
}

/**
 * Opens a problem package: a zip archive or a folder, with the problem at its top or one folder down. The caller
 * disposes of it (`await using`), which removes the unpacked files.
 *
 * @throws {PackageError} when there is no problem, several, or something that must not be read
 */
export async function openPackage(place: string, options: OpenOptions = {}): Promise<OpenedPackage> {
  const limits = { ...PACKAGE_LIMITS, ...options.limits };
  const stats = await stat(place).catch((error: NodeJS.ErrnoException) => {
    throw new PackageError(`${place} cannot be opened: ${error.code ?? error.message}.`, { cause: error });
  });
  if (stats.isDirectory()) return openFolder(await realpath(place), place, limits, async () => {});
  if (!stats.isFile()) throw new PackageError(`${place} is neither an archive nor a folder.`);

  const folder = await realpath(
    await mkdtemp(path.join(options.tempFolder ?? os.tmpdir(), 'balloon-package-')),
  );
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await unpackZip(place, folder, limits);
    return await openFolder(folder, place, limits, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Finds every package in a place that may contain several, such as the folder of a contest: paths for `openPackage`,
 * sorted. A file, which can only be an archive, is returned as it is.
 *
 * @param depth number of folder levels to search
 */
export async function findPackages(place: string, depth = 6): Promise<string[]> {
  const stats = await stat(place).catch((error: NodeJS.ErrnoException) => {
    throw new PackageError(`${place} cannot be opened: ${error.code ?? error.message}.`, { cause: error });
  });
  if (!stats.isDirectory()) return [place];
  const found = await packagesBeneath(path.resolve(place), depth);
  if (found.length === 0) {
    throw new PackageError(
      `${place} holds no problem package: no folder in it has a problem.xml (Polygon) or problem.yaml (ICPC, Kattis).`,
    );
  }
  return found;
}

async function openFolder(
  folder: string,
  name: string,
  limits: PackageLimits,
  dispose: () => Promise<void>,
): Promise<OpenedPackage> {
  const root = await findRoot(folder, name);
  const { files: places, remarks } = await listFolder(root, limits);
  return packageOfPlaces({ name, root, places, remarks }, dispose);
}

/** Package whose files are known already. */
export function packageOfPlaces(
  { name, root, places, remarks }: PackagePlaces,
  dispose = async () => {},
): OpenedPackage {
  const find = (relativePath: string) => places.get(relativePath) ?? null;
  return {
    name,
    root,
    files: [...places.keys()].sort(),
    remarks,
    find,
    readText: async (relativePath, maxBytes) =>
      new TextDecoder().decode(await readBytes({ find }, relativePath, maxBytes)), // drops a BOM
    [Symbol.asyncDispose]: dispose,
  };
}
