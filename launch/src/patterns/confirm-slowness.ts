import { runInNewContext } from 'node:vm';

/** Text that the checker made: pumps are repeated, and the suffix keeps the pattern from matching. */
export interface Attack {
  pumps: readonly { prefix: string; pump: string }[];
  suffix: string;
}

/** Length of each pumped part: a quadratic pattern takes seconds for it, a linear one with bounds milliseconds. */
const PUMPED_LENGTH = 100_000;
/** Processor time in ms that no linear pattern needs for such a text, however small its machine is. */
const SLOW_MS = 500;
const GIVE_UP_MS = 3_000;

/**
 * Whether a pattern really takes long for texts of that kind. The checker's fuzzer counts steps of texts of a few
 * hundred characters, chosen at random, and takes a bounded repetition for an unbounded one now and then.
 */
export function isReallySlow(source: string, flags: string, { pumps, suffix }: Attack): boolean {
  const text =
    pumps
      .map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(PUMPED_LENGTH / Math.max(1, pump.length))))
      .join('') + suffix;
  const before = process.cpuUsage();
  try {
    runInNewContext('new RegExp(source, flags).exec(text)', { source, flags, text }, { timeout: GIVE_UP_MS });
  } catch {
    return true;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 > SLOW_MS;
}
