import type { SimilarPair } from '@balloon/contracts/solutions/similarity.ts';

/** Pairs that hang together, or those of two people who have something in common with nobody else. */
export interface PairGroup {
  key: string;
  /** Number of solutions that hang together; 0 for pairs. */
  solutions: number;
  pairs: SimilarPair[];
}

/** Sorts pairs into clusters of three solutions and more, each beside its others, and all that are no more than pairs. */
export function toGroups(pairs: readonly SimilarPair[]): PairGroup[] {
  const clusters = [...Map.groupBy(pairs, ({ cluster }) => cluster)].map(([cluster, own]) => ({
    key: String(cluster),
    solutions: new Set(own.flatMap(({ one, other }) => [one.id, other.id])).size,
    pairs: own,
  }));
  const alone = clusters.filter(({ solutions }) => solutions < 3).flatMap((cluster) => cluster.pairs);
  const groups = clusters.filter(({ solutions }) => solutions >= 3);
  return alone.length === 0 ? groups : [...groups, { key: 'pairs', solutions: 0, pairs: alone }];
}
