import { createHash } from 'node:crypto';
import { chmod, copyFile, link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface RuntimeFile {
  from: string;
  name: string;
}

/**
 * Runtimes that no package contains: copied once beside the programs, then linked into each folder that needs one.
 */
export interface RuntimeFiles {
  /** Returns a folder with only this file, to be shown as /box. */
  folder(file: RuntimeFile): Promise<string>;
  /** Returns the path of the file, on the same file system as the programs. */
  file(file: RuntimeFile): Promise<string>;
}

export function openRuntimeFiles(root: string): RuntimeFiles {
  const ready = new Map<string, Promise<string>>();

  function folder(file: RuntimeFile): Promise<string> {
    const known = ready.get(file.from);
    if (known) return known;
    const started = bring(root, file);
    ready.set(file.from, started);
    started.catch(() => ready.delete(file.from)); // later calls try again
    return started;
  }

  return { folder, file: async (file) => join(await folder(file), file.name) };
}

/** Copies a file into a folder named by its size and time, so that an upgrade makes a new one. */
async function bring(root: string, { from, name }: RuntimeFile): Promise<string> {
  const { size, mtimeMs } = await stat(from);
  const stamp = createHash('sha256').update(`${from} ${size} ${mtimeMs}`).digest('hex').slice(0, 16);
  const folder = join(root, `${name}-${stamp}`);
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  const found = await stat(path).catch(() => null);
  if (found?.size === size) return folder;
  const part = `${path}.${process.pid}.part`;
  await rm(part, { force: true });
  await linkOrCopy(from, part);
  await rename(part, path);
  return folder;
}

/** Links a file, or copies it where linking is impossible: other file systems, files of other owners. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EXDEV' && code !== 'EPERM' && code !== 'EMLINK') throw error;
    await copyFile(from, to);
    await chmod(to, 0o755);
  }
}
