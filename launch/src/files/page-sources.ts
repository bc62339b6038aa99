import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Sources of the built page, below the root. */
const FOLDERS = ['web/src', 'web/public', 'contracts/src', 'domain/src'];
const FILES = ['web/index.html', 'web/vite.config.ts', 'web/package.json', 'package-lock.json'];

/** Lists the sources of the built page, relative to the root. */
export function listPageSources(root: string): string[] {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name))),
  );
  return [...FILES, ...found.sort()];
}

/** Returns a hash of all sources, which decides whether a page is built from them. */
export function hashSources(root: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

/**
 * Returns a hash of names, sizes and times of change, for which no file is read: the same sign means the same sources, as
 * in other build tools.
 */
export function signSources(root: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeNs } = statSync(path.join(root, file), { bigint: true });
    hash.update(`${file}\n${size} ${mtimeNs}\n`);
  }
  return hash.digest('hex');
}
