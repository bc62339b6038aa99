import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const PREFIX = 'build-';

/** A folder for building one package, where the sandbox may read. */
export function makeBuildFolder(workDir: string): Promise<string> {
  return mkdtemp(join(workDir, PREFIX));
}

/** Removes what a judge that was killed has left; for its next start, when nothing is being built. */
export async function removeBuildFolders(workDir: string): Promise<void> {
  const left = (await readdir(workDir)).filter((name) => name.startsWith(PREFIX));
  await Promise.all(left.map((name) => rm(join(workDir, name), { recursive: true, force: true })));
}
