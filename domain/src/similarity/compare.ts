/** Program to be compared with others. */
export interface Compared {
  id: number;
  authorId: number;
  /** Hashes of its fingerprints. */
  hashes: ReadonlySet<number>;
}

/** Two programs that have much in common. */
export interface SimilarPair {
  one: number;
  other: number;
  /** Part of the smaller program that is in the other one, 0 to 1, without what many programs have. */
  similarity: number;
  /** Number of common fingerprints. */
  shared: number;
}

export interface SimilarityBounds {
  /** Least similarity of a pair. */
  least: number;
  /** Least number of common fingerprints: short programs are alike by chance. */
  leastShared: number;
}

/**
 * What more authors have than this is a template or the usual way: a part of all, but neither fewer nor more than these
 * numbers, of which the larger bounds the work, too.
 */
const COMMON_PART = 0.15;
const COMMON_LEAST = 8;
const COMMON_MOST = 40;

/** Hashes of a program without those of what everybody was given, which is nobody's own. */
export const withoutTemplate = (hashes: Iterable<number>, template: ReadonlySet<number>): Set<number> =>
  new Set(hashes).difference(template);

/** Pairs of programs of different authors that have much in common, the most similar first. */
export function similarPairs(programs: readonly Compared[], bounds: SimilarityBounds): SimilarPair[] {
  const owners = ownersOf(programs);
  const authors = new Set(programs.map(({ authorId }) => authorId)).size;
  const most = Math.min(COMMON_MOST, Math.max(COMMON_LEAST, COMMON_PART * authors));
  const rare = [...owners.values()].filter((indexes) => countAuthors(programs, indexes) <= most);
  const sizes = new Array<number>(programs.length).fill(0);
  const shared = new Map<number, number>();
  for (const indexes of rare) {
    for (const [place, index] of indexes.entries()) {
      sizes[index] = (sizes[index] ?? 0) + 1;
      for (const other of indexes.slice(place + 1)) {
        if (programs[index]?.authorId === programs[other]?.authorId) continue;
        const key = index * programs.length + other;
        shared.set(key, (shared.get(key) ?? 0) + 1);
      }
    }
  }
  return [...shared]
    .flatMap(([key, count]) => pairOf(programs, sizes, key, count))
    .filter((pair) => pair.shared >= bounds.leastShared && pair.similarity >= bounds.least)
    .sort((a, b) => b.similarity - a.similarity || b.shared - a.shared || a.one - b.one || a.other - b.other);
}

/** Indexes of the programs with each hash. */
function ownersOf(programs: readonly Compared[]): Map<number, number[]> {
  const owners = new Map<number, number[]>();
  programs.forEach(({ hashes }, index) => {
    for (const hash of hashes) {
      const known = owners.get(hash);
      if (known) known.push(index);
      else owners.set(hash, [index]);
    }
  });
  return owners;
}

const countAuthors = (programs: readonly Compared[], indexes: readonly number[]) =>
  new Set(indexes.map((index) => programs[index]?.authorId)).size;

function pairOf(
  programs: readonly Compared[],
  sizes: readonly number[],
  key: number,
  shared: number,
): SimilarPair[] {
  const [index, otherIndex] = [Math.floor(key / programs.length), key % programs.length];
  const [one, other] = [programs[index], programs[otherIndex]];
  const smaller = Math.min(sizes[index] ?? 0, sizes[otherIndex] ?? 0);
  if (!one || !other || smaller === 0) return [];
  return [{ one: one.id, other: other.id, similarity: shared / smaller, shared }];
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
