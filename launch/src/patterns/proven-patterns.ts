import { createHash } from 'node:crypto';
import type { FoundPattern } from '#patterns/find-patterns.ts';

/** Number of listed patterns of which one is proved anew in each run. */
const SAMPLE = 32;

/** What a list of proven patterns leaves to be done. Patterns are in the form of `lineOf`. */
export interface Unproven {
  /** Patterns of the sources that the list lacks. */
  missing: Set<string>;
  /** Listed patterns that no source has. */
  stale: string[];
  /** Listed patterns to be proved anew. */
  sample: Set<string>;
}

/** Returns the line by which a list knows a pattern, with all that decides how long it takes. */
export function lineOf({ source, flags }: Pick<FoundPattern, 'source' | 'flags'>): string {
  return JSON.stringify([source, flags]);
}

/**
 * Compares patterns with the list of those that were proven to be linear, as a lock file of packages is compared with
 * what is installed. The list is trusted for no more than time: nothing is skipped when another checker made it, and a
 * sample, another one after each change of the list, shows a line that was written without a proof.
 *
 * @param prover name of the checker with all that decides its findings; the first line of the list
 */
export function compareWithProven(list: string, prover: string, lines: ReadonlySet<string>): Unproven {
  const [listedProver, ...listed] = list.trimEnd().split('\n');
  const known = new Set(listedProver === prover ? listed : []);
  return {
    missing: lines.difference(known),
    stale: listed.filter((line) => !lines.has(line)),
    sample: new Set([...known].filter((line) => lines.has(line) && isOfSample(line, list))),
  };
}

/** Writes a list of proven patterns, sorted, so that two changes rarely meet in it. */
export function writeProven(prover: string, lines: Iterable<string>): string {
  return `${[prover, ...[...lines].sort()].join('\n')}\n`;
}

function isOfSample(line: string, list: string): boolean {
  const hash = createHash('sha256').update(list).update(line).digest();
  return hash.readUInt32BE() % SAMPLE === 0;
}
