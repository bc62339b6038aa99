import { type Award, type AwardedRow, awardsOf, type MedalNumbers } from '@balloon/domain/ceremony/awards.ts';
import { firstsToSolve } from '@balloon/domain/ceremony/first-to-solve.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import { officialRanks, rankAwards } from '@balloon/domain/results/official-ranks.ts';
import type { Scoreboard, ViewedRow } from '@balloon/domain/scoreboard/scoreboard.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import type { AwardByHand } from '#features/ceremony/awards.queries.ts';

/** Group that has a winner of its own. */
export interface AwardedGroup {
  id: number;
  name: string;
  /** Id in another system, which files for it name. */
  foreignId: string | null;
  memberIds: readonly number[];
}

/** Whoever is out of the ranking gets no award of the table. */
export const hasPlace = ({ displayRank }: Pick<ViewedRow, 'displayRank'>) => displayRank !== '';

/** All awards that follow from the table: for winners, medals, groups, firsts, honours and ranks. */
export function awardsOfTable(
  board: Scoreboard,
  rows: readonly ViewedRow[],
  { medals, groups }: { medals: MedalNumbers; groups: readonly AwardedGroup[] },
): Award[] {
  const placed = rows.filter(hasPlace);
  const firsts = firstsToSolve(board);
  return [
    ...awardsOf(
      placed.map((row) => awardedRow(row, firsts)),
      medals,
      groups.map(({ id, memberIds }) => ({ groupId: id, userIds: new Set(memberIds) })),
    ),
    ...rankAwards(officialRanks(placed, medals)),
  ];
}

const awardedRow = (
  { userId, rank, acceptedSolutions }: ViewedRow,
  firsts: readonly (number | null)[],
): AwardedRow => ({
  ...{ userId, rank, acceptedSolutions },
  firstSolves: firsts.flatMap((firstId, position) => (firstId === userId ? position : [])),
});

/** Title in the language of the reader where there is one, else in the other. */
export const titleIn = (locale: Locale, { titleRu, titleEn }: Pick<AwardByHand, 'titleRu' | 'titleEn'>) =>
  locale === 'ru-ru' ? titleRu || titleEn : titleEn || titleRu;

/**
 * Id of an award, as the ICPC names it.
 *
 * @see Contest API, "Awards"
 */
export function awardId(
  { kind, of }: { kind: Award['kind'] | 'byHand'; of: number | null },
  groups: readonly Pick<AwardedGroup, 'id' | 'foreignId'>[],
): string {
  const groupId = () => groups.find(({ id }) => id === of)?.foreignId ?? of;
  const ids: Record<Award['kind'] | 'byHand', string> = {
    winner: 'winner',
    gold: 'gold-medal',
    silver: 'silver-medal',
    bronze: 'bronze-medal',
    rank: `rank-${of}`,
    highestHonors: 'highest-honors',
    highHonors: 'high-honors',
    honors: 'honors',
    honorable: 'honorable-mention',
    groupWinner: `group-winner-${groupId()}`,
    firstToSolve: `first-to-solve-${problemIndex(of ?? 0)}`,
    byHand: `jury-${of}`,
  };
  return ids[kind];
}
