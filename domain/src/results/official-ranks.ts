import {
  type Award,
  HONOURS,
  type Honour,
  type Medal,
  type MedalNumbers,
  medalOf,
} from '#ceremony/awards.ts';

/** A row of the final table, as far as official ranks depend on it. */
export interface OfficialRow {
  userId: number;
  /** Place of the first row of a tie. */
  rank: number;
  acceptedSolutions: number;
}

/** What an official table says of a row. */
export type Citation = Medal | Honour;

export interface OfficialRank {
  userId: number;
  /** Null for an honourable mention. */
  rank: number | null;
  citation: Citation;
}

/**
 * Ranks as the ICPC publishes them: rows with medals by their place, the others down to the median by the number of solved
 * problems alone, and those below the median without a rank, as honourable mentions. Who solved as many problems as the last
 * medallist has highest honours, who solved one less high honours.
 *
 * @param rows in order, only those that have places
 * @see CCS Requirements, "Scoring Data Generation"; the citations are those of the ICPC's results file
 */
export function officialRanks(rows: readonly OfficialRow[], medals: MedalNumbers): OfficialRank[] {
  const median = rows[Math.floor(rows.length / 2)]?.acceptedSolutions ?? 0;
  const lastMedal = rows.findLast((row) => medalOf(row, medals) !== null)?.acceptedSolutions ?? 0;
  const firstRanks = new Map<number, number>();
  return rows.map((row) => {
    const { userId, rank, acceptedSolutions: solved } = row;
    const medal = medalOf(row, medals);
    if (medal) return { userId, rank, citation: medal };
    if (solved < median || solved === 0) return { userId, rank: null, citation: 'honorable' };
    const shared = firstRanks.get(solved) ?? rank;
    firstRanks.set(solved, shared);
    return { userId, rank: shared, citation: honoursOf(solved, lastMedal) };
  });
}

/**
 * Whether a rank is an award of its own: a medal stands for those up to the last bronze one.
 *
 * @see CCS Requirements, "Scoring Data Generation", rule 8
 */
export const isAwardedRank = (rank: number, { gold, silver, bronze }: MedalNumbers): boolean =>
  rank > gold + silver + bronze;

/** Honours and ranks of an official table as awards: honours best first, then the ranks. */
export function rankAwards(ranks: readonly OfficialRank[]): Award[] {
  const numbers = [...new Set(ranks.flatMap(({ rank }) => rank ?? []))];
  const idsOf = (isAwarded: (one: OfficialRank) => boolean) =>
    ranks.filter(isAwarded).map(({ userId }) => userId);
  return [
    ...HONOURS.map((kind) => ({ kind, of: null, userIds: idsOf(({ citation }) => citation === kind) })),
    ...numbers.map((of) => ({ kind: 'rank' as const, of, userIds: idsOf(({ rank }) => rank === of) })),
  ].filter(({ userIds }) => userIds.length > 0);
}

function honoursOf(solved: number, lastMedal: number): Honour {
  if (solved >= lastMedal) return 'highestHonors';
  return solved === lastMedal - 1 ? 'highHonors' : 'honors';
}
