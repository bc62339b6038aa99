import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { descendants } from '@balloon/judge/sandbox/host-state.ts';

/**
 * Gives each web a core of its own, as on a machine with enough of them, and what is left to the database and to this
 * program: only so does a small machine show what one more web brings. Where webs take all cores, the first core is
 * shared with the rest. By `taskset` of util-linux.
 */
export function pinCores(webs: readonly number[]): void {
  const cores = coresOf(process.pid);
  const taken = webs.map((_, position) => cores.at(-1 - (position % cores.length)) ?? 0);
  const left = cores.filter((core) => !taken.includes(core));
  const ofWebs = new Set(webs.flatMap((pid) => [pid, ...descendants(pid).map(Number)]));
  const others = descendants(process.pid).map(Number);
  for (const [position, pid] of webs.entries()) pin(pid, [taken[position] ?? 0]);
  for (const pid of [process.pid, ...others.filter((pid) => !ofWebs.has(pid))])
    pin(pid, left.length > 0 ? left : cores.slice(0, 1));
}

/** Numbers of the cores on which a process may run. */
export function coresOf(pid: number): number[] {
  const [, list = '0'] = /Cpus_allowed_list:\s+(\S+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** Moves all threads of a process; those that it starts later inherit its cores. */
function pin(pid: number, cores: readonly number[]): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores.join(','), `${pid}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
