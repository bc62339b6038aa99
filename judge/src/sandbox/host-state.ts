import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * State of the host that a run must not change, as lines that can be compared: mounts of the sandbox, its processes,
 * sockets and System V objects of its users, and the files of given directories. What other processes on the same
 * machine do is left out.
 */
export interface HostState {
  mounts: string[];
  processes: string[];
  sockets: string[];
  ipc: string[];
  files: string[];
}

/** First uid of the block that the helper gives to its slots (SLOT_UIDS in `judge/sandbox/keeper/slot.h`). */
const SLOT_UIDS_FROM = 0x70000000;

/**
 * Reads the state of the host.
 *
 * @param helperPid the sandbox helper whose descendants are listed; `undefined` to list none
 * @param directories listed with all that lies beneath them
 */
export function hostState(helperPid: number | undefined, directories: readonly string[]): HostState {
  return {
    mounts: [
      ...(helperPid === undefined ? [] : mountsOf(helperPid)),
      ...mountsOf('self').filter((line) =>
        [...directories, ' /w ', ' /box '].some((name) => line.includes(name)),
      ),
    ],
    processes: helperPid === undefined ? [] : descendants(helperPid).map(String),
    sockets: ['tcp', 'udp'].flatMap((kind) => ownedBySlots(`/proc/net/${kind}`, 7)),
    ipc: [
      ...ownedBySlots('/proc/sysvipc/shm', 7),
      ...ownedBySlots('/proc/sysvipc/sem', 4),
      ...ownedBySlots('/proc/sysvipc/msg', 7),
    ],
    files: directories.flatMap((directory) => readdirSync(directory, { recursive: true }).map(String)).sort(),
  };
}

/**
 * Lists what changed between two states, by kind: lines that came and lines that went. A mount that went is left out:
 * a directory of somebody else takes its mounts along when it is removed, out of every namespace.
 */
export function changesBetween(before: HostState, after: HostState): Partial<HostState> {
  const kinds = Object.keys(before) as (keyof HostState)[];
  const changes = kinds.map((kind) => {
    const came = after[kind].filter((line) => !before[kind].includes(line));
    const went = before[kind].filter((line) => !after[kind].includes(line));
    return [
      kind,
      [...came.map((line) => `+ ${line}`), ...(kind === 'mounts' ? [] : went.map((line) => `- ${line}`))],
    ];
  });
  return Object.fromEntries(changes.filter(([, found]) => found?.length));
}

/**
 * Mounts that a process sees, without what is not theirs but their file system's. The helper has mounts of its own
 * (`leave_host_mounts` in `judge/sandbox/main.c`), so all that come are made by it or by a run.
 */
export function mountsOf(pid: number | 'self'): string[] {
  return lines(`/proc/${pid}/mountinfo`).map((line) => line.split(' - ')[0] ?? '');
}

/** Directories of any helper below the mounted cgroup hierarchies. */
export function helperCgroups(): string[] {
  const points = lines('/proc/self/mountinfo')
    .filter((line) => / - cgroup2? /.test(line))
    .map((line) => line.split(' ')[4] ?? '');
  return points.flatMap((point) => cgroupsBelow(point));
}

/** Process ids below one process, without it. */
export function descendants(pid: number): number[] {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(Number(name));
    if (parent !== undefined) parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
  }
  const below = (id: number): number[] =>
    (parents.get(id) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid).sort((a, b) => a - b);
}

/** Mounts of the host that name a path. */
export function mountsNaming(path: string): string[] {
  return lines('/proc/self/mountinfo').filter((line) => line.includes(path));
}

function cgroupsBelow(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => {
        const path = join(directory, name);
        return /^balloon-\d+$/.test(name) ? [path] : cgroupsBelow(path);
      });
  } catch {
    return []; // the group was removed meanwhile
  }
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
  } catch {
    return undefined; // ended meanwhile
  }
}

/** Lines whose owner, in the given column, is one of the helper's uids. */
function ownedBySlots(path: string, column: number): string[] {
  return lines(path).filter((line) => Number(line.trim().split(/\s+/)[column]) >= SLOT_UIDS_FROM);
}

function lines(path: string): string[] {
  return readFileSync(path, 'utf8').trim().split('\n');
}
