import { MAX_READ_AT_ONCE, MAX_READ_BYTES } from '@balloon/contracts/judging/comparing.ts';

/** Most hashes of a set that are sent to a judge, and the size of a source from which one usually comes, in bytes. */
const MOST_PRINTS = 1_000_000;
const BYTES_PER_PRINT = 12;

/** Solution that is compared, with the size of its source. */
export interface ComparedSolution {
  id: number;
  problemId: number;
  family: string;
  bytes: number;
}

/** Solutions that are read at once. */
export interface ReadPart {
  problemId: number;
  languageFamily: string;
  keepOneOf: number;
  solutionIds: number[];
}

/**
 * Splits solutions into parts that take a judge a fraction of a second, set by set: solutions in different languages have
 * nothing in common that tokens show, and one alone nothing to compare it with.
 *
 * @returns the parts, and the number of sets
 */
export function planParts(solutions: readonly ComparedSolution[]): { parts: ReadPart[]; setsNumber: number } {
  const all = Map.groupBy(solutions, ({ problemId, family }) => `${problemId} ${family}`);
  const sets = [...all.values()].filter(({ length }) => length > 1);
  return { parts: sets.flatMap(partsOfSet), setsNumber: sets.length };
}

function partsOfSet(solutions: readonly ComparedSolution[]): ReadPart[] {
  const keepOneOf = keptPart(solutions.reduce((sum, { bytes }) => sum + bytes, 0));
  const parts: ReadPart[] = [];
  let partBytes = 0;
  for (const { id, problemId, family, bytes } of solutions) {
    const last = parts.at(-1);
    if (last && last.solutionIds.length < MAX_READ_AT_ONCE && partBytes + bytes <= MAX_READ_BYTES) {
      last.solutionIds.push(id);
      partBytes += bytes;
    } else {
      parts.push({ problemId, languageFamily: family, keepOneOf, solutionIds: [id] });
      partBytes = bytes;
    }
  }
  return parts;
}

/** Power of two of which one hash is kept, so that a set of this size has not too many. */
function keptPart(setBytes: number): number {
  const prints = setBytes / BYTES_PER_PRINT;
  return 2 ** Math.max(0, Math.ceil(Math.log2(prints / MOST_PRINTS)));
}
