import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Lists ids of the processes that were started for this data directory: ours by their environment, PostgreSQL's by
 * their working directory.
 */
export function processesOf(directory: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      if (readlinkSync(`/proc/${pid}/cwd`).startsWith(directory)) return true;
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DATA_DIR=${directory}\0`);
    } catch {
      return false; // ended meanwhile, or of another user
    }
  });
}

/** Returns the id of the child process whose command line contains this word. */
export function childOf(pid: number, word: string): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const child = children.find((id) => readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0').includes(word));
  if (!child) throw new Error(`process ${pid} has no child with ${word}`);
  return Number(child);
}
