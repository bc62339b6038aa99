import { readFileSync } from 'node:fs';
import { descendants } from '@balloon/judge/sandbox/host-state.ts';

/** Length of a clock tick of /proc in ms. */
const TICK_MS = 10;

/** CPU time in ms that processes have taken, with that of their children that have ended. */
export const cpuMs = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0);

function cpuMsOf(pid: number): number {
  const stat = statOf(pid);
  // The name before may have spaces; the four times are the 12th to 15th fields after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
}

/** Line of /proc; one of zeros for a process that has just ended, whose parent counts its time. */
function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Memory of a process that is in use now, in MB. */
export function memoryMb(pid: number): number {
  const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}

/** CPU time of the webs, of the database and of this process, or parts of one core in %. */
export interface CpuShares {
  webs: number;
  database: number;
  own: number;
}

/** Begins to count CPU time; returns the function that tells it in ms. */
export function watchCpuMs(webs: readonly number[]): () => CpuShares {
  const before = costsOf(webs);
  return () => {
    const after = costsOf(webs);
    return {
      webs: after.webs - before.webs,
      database: after.database - before.database,
      own: after.own - before.own,
    };
  };
}

/** Begins to count CPU time; returns the function that ends it with parts of one core. */
export function watchCosts(webs: readonly number[]): () => CpuShares {
  const before = costsOf(webs);
  const startedAt = performance.now();
  return () => {
    const after = costsOf(webs);
    const share = (ms: number) => (100 * ms) / (performance.now() - startedAt);
    return {
      webs: share(after.webs - before.webs),
      database: share(after.database - before.database),
      own: share(after.own - before.own),
    };
  };
}

/** CPU time in ms so far of the webs, of the database and of this process. */
function costsOf(webs: readonly number[]) {
  const ofWebs = webs.flatMap((pid) => [pid, ...descendants(pid).map(Number)]);
  const ofDatabase = descendants(process.pid)
    .map(Number)
    .filter((pid) => !ofWebs.includes(pid));
  const { user, system } = process.cpuUsage();
  return { webs: cpuMs(ofWebs), database: cpuMs(ofDatabase), own: (user + system) / 1000 };
}
