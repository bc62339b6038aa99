import { readFileSync } from 'node:fs';

/** Where the kernel tells which logical cores share a physical one. */
const TOPOLOGY = '/sys/devices/system/cpu';

/**
 * The cores that slots are bound to, one for each, or null when there are not enough: two programs that share a
 * core, or the halves of one, slow each other down and are measured worse than with no binding at all.
 *
 * @param slots how many programs run at once
 */
export function coresForSlots(slots: number): readonly number[] | null {
  return chooseCores(slots, allowedCores(), siblingsOf);
}

/**
 * One logical core of each physical one, the last first: the first core has the interrupts, and on a machine that
 * is also the site it is the one that its other services get.
 *
 * @param allowed logical cores this process may use
 * @param siblings logical cores that share a physical one with a core, itself among them
 */
export function chooseCores(
  slots: number,
  allowed: readonly number[],
  siblings: (core: number) => readonly number[],
): readonly number[] | null {
  const whole = allowed.filter((core) => {
    const partners = siblings(core).filter((partner) => allowed.includes(partner));
    return core === Math.min(core, ...partners);
  });
  // The only core of a machine is everybody's: binding to it would bind nobody.
  if (allowed.length < 2 || slots > whole.length) return null;
  return whole.toSorted((a, b) => b - a).slice(0, slots);
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

function allowedCores(): number[] {
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
