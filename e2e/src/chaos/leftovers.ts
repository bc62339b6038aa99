import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { descendants, helperCgroups } from '@balloon/judge/sandbox/host-state.ts';

/** Lists sandbox helpers among the descendants of a process. */
export function helpersOf(pid: number): number[] {
  return descendants(pid)
    .map(Number)
    .filter((child) => commandLine(child).includes('--work-dir'));
}

/** Kills the sandbox helpers among the descendants of a process (SIGKILL); containers die with them. */
export function killHelpersOf(pid: number): void {
  for (const helper of helpersOf(pid)) killNow(helper);
}

/** Sends SIGKILL to a process that may have ended meanwhile. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Lists direct children of a process, with their command lines. */
export function childrenOf(pid: number): { pid: number; words: string[] }[] {
  return descendants(pid)
    .map(Number)
    .filter((child) => parentOf(child) === pid)
    .map((child) => ({ pid: child, words: commandLine(child) }));
}

/** Lists cgroups of sandbox helpers and processes still in them; a cgroup's name has its helper's pid. */
export function leftOfHelpers(helperPids: Iterable<number>): string[] {
  const names = new Set([...helperPids].map((pid) => `balloon-${pid}`));
  const cgroups = helperCgroups().filter((cgroup) => names.has(path.basename(cgroup)));
  const processes = livingProcesses().filter((pid) =>
    read(`/proc/${pid}/cgroup`)
      .split(/[\n/]/)
      .some((name) => names.has(name)),
  );
  return [...cgroups.map((cgroup) => `cgroup ${cgroup}`), ...processes.map(describeProcess)];
}

/** Lists mounts beneath a directory, and processes that work in it or name it. */
export function leftIn(directory: string): string[] {
  const mounts = read('/proc/self/mountinfo')
    .split('\n')
    .filter((line) => line.includes(directory));
  const processes = livingProcesses().filter(
    (pid) =>
      commandLine(pid).some((word) => word.includes(directory)) ||
      currentDirectory(pid).startsWith(directory),
  );
  return [...mounts.map((mount) => `mount ${mount}`), ...processes.map(describeProcess)];
}

const describeProcess = (pid: number) => `process ${pid}: ${commandLine(pid).join(' ')}`;

/** Lists processes, except those that have ended and were not reaped yet. */
function livingProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => !/\) Z /.test(read(`/proc/${pid}/stat`)));
}

const commandLine = (pid: number) => read(`/proc/${pid}/cmdline`).split('\0').filter(Boolean);

const parentOf = (pid: number) => Number(read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1]);

/** Reads a file; empty for a process that has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function currentDirectory(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return ''; // ended meanwhile, or not readable for us
  }
}
