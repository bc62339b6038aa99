import { existsSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';

/**
 * What a backup takes out of the data directory besides the database: the token of judges, the key of stored passwords
 * and what the operator put there. Everything else is the database itself, its password, or can be made again.
 */
const PATTERNS = ['secrets/judge-token', 'secrets/settings-key', 'contacts*.md', 'site/**/*', 'testlib/**/*'];

/** Whether a name in a backup is one that a backup takes: others are never written to a data directory. */
export const isSiteFile = (name: string): boolean =>
  !name.split('/').includes('..') && PATTERNS.some((pattern) => path.posix.matchesGlob(name, pattern));

/** Lists the files of a data directory that belong into a backup, by their names in it. */
export async function listSiteFiles(dataDir: string): Promise<{ name: string; path: string }[]> {
  if (!existsSync(dataDir)) return [];
  const files: { name: string; path: string }[] = [];
  for await (const entry of glob(PATTERNS, { cwd: dataDir, withFileTypes: true })) {
    const full = path.join(entry.parentPath, entry.name);
    if (entry.isFile())
      files.push({ name: path.relative(dataDir, full).split(path.sep).join('/'), path: full });
  }
  return files.sort((one, other) => (one.name < other.name ? -1 : 1));
}
