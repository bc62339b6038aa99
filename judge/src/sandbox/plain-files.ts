import { chmod, copyFile, cp, lstat, mkdir, readlink, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunRequest } from '#sandbox/sandbox.ts';

/** Makes an empty /w with the files of a run. */
export async function copyIn(
  scratch: string,
  { directories = [], filesIn = [], box }: RunRequest,
): Promise<void> {
  await removeFiles(scratch);
  await mkdir(scratch, { recursive: true });
  for (const name of directories) await mkdir(join(scratch, name));
  // A directory is fetched as one, not packed: its form on the host is private to the sandbox.
  for (const { from, name } of filesIn) {
    // A link leads into the box, which has another path here.
    if (box !== undefined && (await lstat(from)).isSymbolicLink())
      await symlink((await readlink(from)).replace(/^\/box(?=\/)/, box), join(scratch, name));
    else if (name.endsWith('/')) await cp(from, join(scratch, name), { recursive: true });
    else await copyFile(from, join(scratch, name));
  }
}

export function removeFiles(scratch: string): Promise<void> {
  return rm(scratch, { recursive: true, force: true });
}

/** Fetches files and returns the names of those that exist and are small enough. */
export async function fetchFiles(scratch: string, { filesOut = [] }: RunRequest): Promise<string[]> {
  const fetched: string[] = [];
  for (const { name, to, maxKb, executable } of filesOut) {
    const from = join(scratch, name);
    const status = await lstat(from.replace(/\/$/, '')).catch(() => null);
    await rm(to, { recursive: true, force: true });
    if (name.endsWith('/')) {
      if (!status?.isDirectory()) continue;
      await cp(from, to, { recursive: true });
    } else {
      if (!status?.isFile() || status.size > maxKb * 1024) continue;
      await copyFile(from, to);
      await chmod(to, executable === true ? 0o755 : 0o644);
    }
    if (name.includes('/')) await rm(from, { recursive: true });
    fetched.push(name);
  }
  return fetched;
}
