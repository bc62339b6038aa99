import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isClutter } from '#opening/entry-name.ts';
import { PackageError } from '#package-error.ts';

/** Files that make a folder a package; the first that exists decides. */
export const MANIFESTS = [
  { name: 'problem.xml.polygon', format: 'polygon' }, // named so by tools that add a problem.xml of their own
  { name: 'problem.xml', format: 'polygon' },
  { name: 'problem.yaml', format: 'icpc' },
] as const;

export type Manifest = (typeof MANIFESTS)[number];

/** Returns the manifest of a package with these files, or null. */
export function manifestOf(has: (name: string) => boolean): Manifest | null {
  return MANIFESTS.find(({ name }) => has(name)) ?? null;
}

/**
 * Finds the folder with the package's manifest: this one, or the only one beneath it that has a manifest, as in
 * archives that contain the folder and not its contents.
 */
export async function findRoot(folder: string, name: string): Promise<string> {
  if (await hasManifest(folder)) return folder;
  const beneath = await packagesBeneath(folder, 3);
  const oneDown = beneath.filter((each) => path.dirname(each) === folder);
  if (oneDown.length === 1 && beneath.length === 1) return oneDown[0] as string;
  if (beneath.length > 0) {
    const list = beneath.map((each) => path.relative(folder, each)).join(', ');
    throw new PackageError(
      beneath.length === 1
        ? `${name} holds its problem too deep, in ${list}. Name that folder, or pack it alone.`
        : `${name} holds several problems: ${list}. Name one of these folders, or pack each alone.`,
    );
  }
  throw new PackageError(
    `${name} is no problem package: it has neither problem.xml (Polygon) nor problem.yaml (ICPC, Kattis), at the top or one folder down.`,
    { code: 'notPackage' },
  );
}

/** Finds folders with a manifest, sorted, at most `depth` levels down; the inside of a package is not searched. */
export async function packagesBeneath(folder: string, depth: number): Promise<string[]> {
  if (await hasManifest(folder)) return [folder];
  if (depth === 0) return [];
  const found: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!entry.isDirectory() || isClutter(entry.name) || entry.name === 'node_modules') continue;
    found.push(...(await packagesBeneath(path.join(folder, entry.name), depth - 1)));
  }
  return found;
}

async function hasManifest(folder: string): Promise<boolean> {
  for (const { name } of MANIFESTS) {
    const stats = await stat(path.join(folder, name)).catch(() => null);
    if (stats?.isFile()) return true;
  }
  return false;
}
