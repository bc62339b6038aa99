import type { Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isClutter } from '#opening/entry-name.ts';
import { type PackageLimits, tooLarge } from '#opening/limits.ts';
import { PackageError, type PackageRemark } from '#package-error.ts';

/** Errors of links that lead to no file, such as those of a damaged archive. */
const LEADS_NOWHERE: readonly string[] = ['ENOENT', 'ELOOP', 'ENOTDIR', 'ENAMETOOLONG'];

/**
 * Lists every regular file beneath a folder: by its path relative to the folder, with forward slashes, its absolute
 * path with links resolved. Packages with groups of tests link to shared ones, so links are followed, but none that
 * leaves the folder: a foreign package must not show files of this machine. Such links, and broken ones, are left out
 * with a remark; where their file is needed, its reader reports it missing.
 *
 * @throws {PackageError} at devices and pipes, and beyond the limits
 */
export async function listFolder(
  folder: string,
  limits: PackageLimits,
): Promise<{ files: Map<string, string>; remarks: PackageRemark[] }> {
  const root = await realpath(folder);
  const walk: Walk = { root, limits, files: new Map(), remarks: [], entries: 0, bytes: 0 };
  await listInto(walk, root, '', [root]);
  return walk;
}

interface Walk {
  root: string;
  limits: PackageLimits;
  files: Map<string, string>;
  remarks: PackageRemark[];
  entries: number;
  bytes: number;
}

/**
 * Lists one level. `above`: the folders on the way here, so that a link to one of them does not cause an endless
 * walk.
 */
async function listInto(walk: Walk, folder: string, prefix: string, above: readonly string[]): Promise<void> {
  if (above.length > walk.limits.depth) {
    throw new PackageError(
      `${prefix} lies deeper than ${walk.limits.depth} folders. Name the problem's own folder.`,
    );
  }
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    // A name that is no UTF-8 can neither be named in a package nor opened by us.
    if (isClutter(entry.name) || entry.name.includes('\ufffd')) continue;
    walk.entries += 1;
    if (walk.entries > walk.limits.entries) {
      throw new PackageError(
        `The folder has more than ${walk.limits.entries} files. Name the problem's own folder.`,
      );
    }
    const relative = prefix + entry.name;
    const place = path.join(folder, entry.name);
    const target = entry.isSymbolicLink() ? await followLink(walk, place, relative) : place;
    if (target === null) continue;
    const stats = await stat(target);
    if (stats.isDirectory()) {
      if (above.includes(target)) {
        throw new PackageError(`${relative} is a link to a folder that it lies in. Remove it.`);
      }
      await listInto(walk, target, `${relative}/`, [...above, target]);
    } else {
      addFile(walk, relative, target, stats);
    }
  }
}

/** Resolves a link; null for one that is left out. */
async function followLink({ root, remarks }: Walk, link: string, relative: string): Promise<string | null> {
  const target = await realpath(link).catch((error: NodeJS.ErrnoException) => {
    if (!LEADS_NOWHERE.includes(error.code ?? '')) throw error;
    return null;
  });
  if (target === root || target?.startsWith(root + path.sep)) return target;
  const where = target === null ? 'leads nowhere' : 'leaves the package';
  remarks.push({
    level: 'warning',
    text: `${relative} is a link that ${where} and is left out. Put the file itself there.`,
  });
  return null;
}

function addFile(walk: Walk, relative: string, target: string, stats: Stats): void {
  const { fileBytes, totalBytes } = walk.limits;
  if (!stats.isFile()) {
    throw new PackageError(`${relative} is neither a file nor a folder. Remove it from the package.`);
  }
  walk.bytes += stats.size;
  if (stats.size > fileBytes) throw tooLarge(`${relative} has`, fileBytes);
  if (walk.bytes > totalBytes) throw tooLarge('The files of the folder have', totalBytes);
  walk.files.set(relative, target);
}
