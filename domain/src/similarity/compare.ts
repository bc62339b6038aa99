import type { Prints } from '#similarity/prints.ts';

/** Two programs that have much in common. */
export interface SimilarPair {
  one: number;
  other: number;
  /** Part of the smaller program that is in the other one, 0 to 1, without what many programs have. */
  similarity: number;
  /** Number of common fingerprints. */
  shared: number;
}

/** Least similarity of a pair. */
const LEAST_SIMILARITY = 0.5;
/** Least number of common fingerprints, and of those that are kept where only some are: short programs are alike by chance. */
const LEAST_SHARED = 6;
const LEAST_SHARED_KEPT = 3;

/**
 * What more authors have than this is a template or the usual way: a part of all, but neither fewer nor more than these
 * numbers, of which the larger bounds the work, too.
 */
const COMMON_PART = 0.15;
const COMMON_LEAST = 8;
const COMMON_MOST = 40;

/** Place of a program beside a hash in one number that a typed array sorts exactly. */
const PLACES = 2 ** 20;

/** Hashes of a program without those of what everybody was given, which is nobody's own. */
export const withoutTemplate = (hashes: Iterable<number>, template: ReadonlySet<number>): Set<number> =>
  new Set(hashes).difference(template);

/**
 * Pairs of programs that have much in common, the most similar first. The work grows with the number of all hashes: each
 * meets at most as many others as may have what is not common.
 *
 * @param programs one of each author, fewer than a million
 * @param keepOneOf as the programs were read with
 */
export function similarPairs(programs: readonly Prints[], keepOneOf = 1): SimilarPair[] {
  const { runs, sizes } = rareRuns(programs);
  const leastShared = Math.max(LEAST_SHARED_KEPT, Math.ceil(LEAST_SHARED / keepOneOf));
  const runsOf = programs.map((): number[] => []);
  runs.forEach((places, run) => {
    for (const place of places) runsOf[place]?.push(run);
  });
  const shared = new Uint32Array(programs.length);
  const pairs: SimilarPair[] = [];
  programs.forEach(({ id: one }, place) => {
    const met: number[] = [];
    for (const run of runsOf[place] ?? []) {
      for (const other of runs[run] ?? []) {
        if (other <= place) continue;
        if (shared[other] === 0) met.push(other);
        shared[other] = (shared[other] ?? 0) + 1;
      }
    }
    for (const other of met) {
      const common = shared[other] ?? 0;
      shared[other] = 0;
      const similarity = common / Math.min(sizes[place] ?? 0, sizes[other] ?? 0);
      if (common < leastShared || similarity < LEAST_SIMILARITY) continue;
      pairs.push({ one, other: programs[other]?.id ?? 0, similarity, shared: common * keepOneOf });
    }
  });
  return pairs.sort(mostSimilarFirst);
}

/** Order of pairs. */
export const mostSimilarFirst = (a: SimilarPair, b: SimilarPair): number =>
  b.similarity - a.similarity || b.shared - a.shared || a.one - b.one || a.other - b.other;

/** Places of the programs that have each hash which is not common, and how many such hashes each program has. */
function rareRuns(programs: readonly Prints[]) {
  const most = Math.min(COMMON_MOST, Math.max(COMMON_LEAST, COMMON_PART * programs.length));
  const sorted = new Float64Array(programs.reduce((sum, { hashes }) => sum + hashes.length, 0));
  let filled = 0;
  programs.forEach(({ hashes }, place) => {
    for (const hash of hashes) {
      sorted[filled] = hash * PLACES + place;
      filled += 1;
    }
  });
  sorted.sort();
  const hashAt = (at: number) => Math.floor((sorted[at] ?? -1) / PLACES);
  const runs: Uint32Array[] = [];
  const sizes = new Uint32Array(programs.length);
  for (let start = 0; start < sorted.length; ) {
    const hash = hashAt(start);
    let end = start + 1;
    while (end < sorted.length && hashAt(end) === hash) end += 1;
    if (end - start <= most) {
      const places = Uint32Array.from(sorted.subarray(start, end), (value) => value % PLACES);
      for (const place of places) sizes[place] = (sizes[place] ?? 0) + 1;
      // What one program alone has makes no pair.
      if (places.length > 1) runs.push(places);
    }
    start = end;
  }
  return { runs, sizes };
}

/** Joins pairs into clusters: programs that are connected by pairs. Each cluster has two or more, the largest first. */
export function clustersOf(pairs: readonly Pick<SimilarPair, 'one' | 'other'>[]): number[][] {
  const parents = new Map<number, number>();
  const rootOf = (id: number): number => {
    let root = id;
    for (
      let parent = parents.get(root);
      parent !== undefined && parent !== root;
      parent = parents.get(root)
    ) {
      root = parent;
    }
    parents.set(id, root);
    return root;
  };
  for (const { one, other } of pairs) parents.set(rootOf(one), rootOf(other));
  const groups = Map.groupBy([...parents.keys()], rootOf);
  return [...groups.values()]
    .map((ids) => ids.sort((a, b) => a - b))
    .sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}

/** Lines (from 1, both included) whose fingerprints another program has, joined where they touch. */
export function commonLines(
  fingerprints: readonly { hash: number; fromLine: number; toLine: number }[],
  others: ReadonlySet<number>,
): { from: number; to: number }[] {
  const ranges = fingerprints
    .filter(({ hash }) => others.has(hash))
    .map(({ fromLine, toLine }) => ({ from: fromLine, to: toLine }))
    .sort((a, b) => a.from - b.from);
  const joined: { from: number; to: number }[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last && range.from <= last.to + 1) last.to = Math.max(last.to, range.to);
    else joined.push({ ...range });
  }
  return joined;
}
