import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const PREFIX = 'build-';

/** Makes a folder for building one package, readable for the sandbox. */
export function makeBuildFolder(workDir: string): Promise<string> {
  return mkdtemp(join(workDir, PREFIX));
}

/** Removes folders of a judge that was killed; for its next start, when nothing is being built. */
export async function removeBuildFolders(workDir: string): Promise<void> {
  const left = (await readdir(workDir)).filter((name) => name.startsWith(PREFIX));
  await Promise.all(left.map((name) => rm(join(workDir, name), { recursive: true, force: true })));
}
