import { lstat, mkdir, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { OpenedPackage, PackagePlaces } from '#opened-package.ts';
import { isZip } from '#opening/archive-parts.ts';
import { checkEntryName } from '#opening/entry-name.ts';
import { findRoot, packagesBeneath } from '#opening/find-root.ts';
import { PACKAGE_LIMITS, type PackageLimits } from '#opening/limits.ts';
import { listFolder } from '#opening/list-folder.ts';
import { readBytes } from '#opening/read-bytes.ts';
import { type Archive, unpackZip } from '#opening/unpack-zip.ts';
import { PackageError } from '#package-error.ts';

export interface OpenOptions {
  limits?: Partial<PackageLimits>;
  /** Folder in which archives are unpacked; the system's folder for temporary files by default. */
  tempFolder?: string;
  /** Name known to the author, for messages; the place by default. */
  name?: string;
  /** Package among several in an archive, from `archiveParts`; null for the whole. */
  part?: string | null;
}

/**
 * Opens a problem package: a zip archive or a folder, with the problem at its top or one folder down. The caller
 * disposes of it (`await using`), which removes the unpacked files.
 *
 * @throws {PackageError} when there is no problem, several, or something that must not be read
 */
export async function openPackage(place: string, options: OpenOptions = {}): Promise<OpenedPackage> {
  const limits = { ...PACKAGE_LIMITS, ...options.limits };
  const { name = place, part = null } = options;
  const stats = await stat(place).catch((error: NodeJS.ErrnoException) => {
    throw new PackageError(`${name} cannot be opened: ${error.code ?? error.message}.`, { cause: error });
  });
  if (stats.isDirectory()) return openFolder(await realpath(place), name, limits, async () => {});
  if (!stats.isFile()) throw new PackageError(`${name} is neither an archive nor a folder.`);

  const folder = await realpath(
    await mkdtemp(path.join(options.tempFolder ?? os.tmpdir(), 'balloon-package-')),
  );
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const unpacked = await unpack({ path: place, name }, part, folder, limits);
    return await openFolder(unpacked, part === null ? name : `${name}/${part}`, limits, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Unpacks an archive or a part of it; returns the folder with the package. */
async function unpack(
  archive: Archive,
  part: string | null,
  folder: string,
  limits: PackageLimits,
): Promise<string> {
  if (part === null) {
    await unpackZip(archive, folder, limits);
    return folder;
  }
  checkEntryName(part, limits);
  const [outer, inner] = [path.join(folder, 'outer'), path.join(folder, 'inner')];
  await mkdir(outer);
  await unpackZip(archive, outer, limits, (name) => name === part || name.startsWith(`${part}/`));
  const place = path.join(outer, part);
  const stats = await lstat(place).catch(() => null);
  if (stats?.isDirectory()) return place;
  if (!stats?.isFile() || !isZip(part)) throw new PackageError(`${archive.name} has no package ${part}.`);
  await mkdir(inner);
  await unpackZip({ path: place, name: part }, inner, limits);
  return inner;
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
