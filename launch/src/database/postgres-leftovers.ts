import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '#start-error.ts';

/**
 * Signals in order, gentle first: fast shutdown, immediate shutdown, SIGKILL; with milliseconds to wait after each.
 */
const ENDINGS = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const;
const POLL_MS = 20;

/**
 * Ends server processes that an earlier start left behind, and removes their lock file. A killed postmaster's
 * children hold its shared memory for a moment, and a new one refuses to start beside them. The caller holds the lock
 * of the data directory, so whatever still runs there is left over.
 *
 * @param clusterDir real path of PostgreSQL's data directory
 */
export async function endLeftovers(clusterDir: string): Promise<void> {
  for (const [signal, waitMs] of ENDINGS) {
    const pids = serverProcesses(clusterDir);
    if (pids.length === 0) break;
    for (const pid of pids) kill(pid, signal);
    await waitUntilGone(clusterDir, waitMs);
  }
  const [stubborn] = serverProcesses(clusterDir);
  if (stubborn) throw new StartError(`PostgreSQL process ${stubborn} of an earlier start does not end`);
  // With all of its processes gone, a living process with the pid in it is another program.
  rmSync(path.join(clusterDir, 'postmaster.pid'), { force: true });
}

/** Lists server processes, recognised by their working directory: the data directory. */
function serverProcesses(clusterDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => link(`/proc/${pid}/cwd`) === clusterDir)
    .filter((pid) => path.basename(link(`/proc/${pid}/exe`) ?? '').startsWith('postgres'))
    .map(Number);
}

async function waitUntilGone(clusterDir: string, waitMs: number): Promise<void> {
  const until = Date.now() + waitMs;
  while (Date.now() < until && serverProcesses(clusterDir).length > 0) await sleep(POLL_MS);
}

/** Reads a link; null for a process that has ended meanwhile or may not be inspected. */
function link(file: string): string | null {
  try {
    return readlinkSync(file);
  } catch {
    return null;
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
