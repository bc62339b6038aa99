import { readFileSync } from 'node:fs';

/** Where the kernel tells which logical cores share a physical one. */
const TOPOLOGY = '/sys/devices/system/cpu';

/**
 * One logical core of each physical one that this process may use, the last first: the first core has the
 * interrupts, and on a machine that is also the site it is the one that its other services get.
 */
export function wholeCores(): number[] {
  return chooseWholeCores(allowedCores(), siblingsOf);
}

/**
 * @param allowed logical cores
 * @param siblings logical cores that share a physical one with a core, itself among them
 */
export function chooseWholeCores(
  allowed: readonly number[],
  siblings: (core: number) => readonly number[],
): number[] {
  return allowed
    .filter((core) => {
      const partners = siblings(core).filter((partner) => allowed.includes(partner));
      return core === Math.min(core, ...partners);
    })
    .toSorted((a, b) => b - a);
}

/** `0-3,8` → [0, 1, 2, 3, 8], as the kernel writes lists. */
export function parseCoreList(text: string): number[] {
  return text
    .trim()
    .split(',')
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [first = Number.NaN, last = first] = part.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    });
}

/** Logical cores that this process may use. */
export function allowedCores(): number[] {
  const status = readFileSync('/proc/self/status', 'utf8');
  return parseCoreList(/^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? '');
}

function siblingsOf(core: number): number[] {
  try {
    return parseCoreList(readFileSync(`${TOPOLOGY}/cpu${core}/topology/thread_siblings_list`, 'utf8'));
  } catch {
    return [core]; // a kernel that does not tell
  }
}
