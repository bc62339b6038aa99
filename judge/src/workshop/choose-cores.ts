import { readFileSync } from 'node:fs';

/** Folder in which the kernel lists which logical cores share a physical one. */
const TOPOLOGY = '/sys/devices/system/cpu';

/**
 * Lists one logical core of each physical one that this process may use, the last first: the first core has the
 * interrupts, and on a machine that also runs the site its other services get that core.
 */
export function wholeCores(): number[] {
  return chooseWholeCores(allowedCores(), siblingsOf);
}

/**
 * Chooses one logical core of each physical one.
 *
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

/** Parses the kernel's form of lists: `0-3,8` → [0, 1, 2, 3, 8]. */
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
    return [core]; // the kernel does not provide it
  }
}
