import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '#start-error.ts';

/** Gentle first: fast shutdown, then immediate, then the end. Milliseconds to wait after each. */
const ENDINGS = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const;
const POLL_MS = 20;

/**
 * Ends server processes that an earlier start left behind, and removes their lock file. A killed
 * postmaster's children hold its shared memory for a moment, and a new one refuses to start beside
 * them. The caller holds the lock of the data directory, so whatever still runs there is left over.
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
  // With none of its processes alive, a pid in it that exists belongs to somebody else.
  rmSync(path.join(clusterDir, 'postmaster.pid'), { force: true });
}

/** Every server process stands in its data directory, which tells ours from any other PostgreSQL. */
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

/** Null for a process that has ended meanwhile or is not ours to look at. */
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
