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

/** Pairs that are collected before all but the most similar ones are dropped, as a multiple of those wanted. */
const SLACK = 8;

/**
 * Pairs of programs that have much in common, the most similar first. The work grows with the number of all hashes: each
 * meets at most as many others as may have what is not common. The memory does, too, whatever the programs are.
 *
 * @param programs one of each author, fewer than a million
 * @param keepOneOf as the programs were read with
 * @param most number of pairs that are wanted
 */
export function similarPairs(programs: readonly Prints[], keepOneOf = 1, most = 1_000): SimilarPair[] {
  const { places, runs, sizes } = rareRuns(programs);
  const { starts, runOf } = runsOfPrograms(programs.length, places, runs);
  const leastShared = Math.max(LEAST_SHARED_KEPT, Math.ceil(LEAST_SHARED / keepOneOf));
  const shared = new Uint32Array(programs.length);
  let pairs: SimilarPair[] = [];
  programs.forEach(({ id: one }, place) => {
    const met: number[] = [];
    for (let at = starts[place] ?? 0; at < (starts[place + 1] ?? 0); at += 1) {
      const run = runOf[at] ?? 0;
      for (let index = runs[run] ?? 0; index < (runs[run + 1] ?? 0); index += 1) {
        const other = places[index] ?? 0;
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
    if (pairs.length > most * SLACK) pairs = pairs.sort(mostSimilarFirst).slice(0, most);
  });
  return pairs.sort(mostSimilarFirst).slice(0, most);
}

/** Order of pairs. */
export const mostSimilarFirst = (a: SimilarPair, b: SimilarPair): number =>
  b.similarity - a.similarity || b.shared - a.shared || a.one - b.one || a.other - b.other;

/**
 * Finds the hashes that several programs have, but not so many that they are common. All of it is numbers in a few typed
 * arrays: an object for each hash would take ten times as much.
 *
 * @returns `places` of the programs, run by run, where each run begins (and where the last one ends), and how many hashes
 *   each program has that are not common
 */
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
  const placeAt = (at: number) => (sorted[at] ?? 0) % PLACES;
  const places = new Uint32Array(sorted.length);
  const runs = new Uint32Array(sorted.length / 2 + 2);
  const sizes = new Uint32Array(programs.length);
  let [kept, runsNumber] = [0, 0];
  for (let start = 0; start < sorted.length; ) {
    const hash = hashAt(start);
    let end = start + 1;
    while (end < sorted.length && hashAt(end) === hash) end += 1;
    // What one program alone has makes no pair, and counts for its size.
    const makesPairs = end - start > 1;
    for (let at = start; at < end && end - start <= most; at += 1) {
      const place = placeAt(at);
      sizes[place] = (sizes[place] ?? 0) + 1;
      if (!makesPairs) continue;
      places[kept] = place;
      kept += 1;
    }
    if (makesPairs && end - start <= most) {
      runsNumber += 1;
      runs[runsNumber] = kept;
    }
    start = end;
  }
  return { places: places.subarray(0, kept), runs: runs.subarray(0, runsNumber + 1), sizes };
}

/** Turns runs around: the runs in which each program is, program by program, and where those of each begin. */
function runsOfPrograms(count: number, places: Uint32Array, runs: Uint32Array) {
  const starts = new Uint32Array(count + 1);
  for (const place of places) starts[place + 1] = (starts[place + 1] ?? 0) + 1;
  for (let place = 0; place < count; place += 1)
    starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0);
  const next = starts.slice();
  const runOf = new Uint32Array(places.length);
  for (let run = 0; run + 1 < runs.length; run += 1) {
    for (let index = runs[run] ?? 0; index < (runs[run + 1] ?? 0); index += 1) {
      const place = places[index] ?? 0;
      const at = next[place] ?? 0;
      runOf[at] = run;
      next[place] = at + 1;
    }
  }
  return { starts, runOf };
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
