export type Medal = 'gold' | 'silver' | 'bronze';

/** How many medals of each kind there are; ties may make them more. */
export interface MedalNumbers {
  gold: number;
  silver: number;
  bronze: number;
}

/** Four of each, as at the World Finals; the jury adds a number to the bronze ones. */
export const ICPC_MEDALS: MedalNumbers = { gold: 4, silver: 4, bronze: 4 };

/** A row of the final table, as far as awards depend on it. */
export interface AwardedRow {
  userId: number;
  /** Place of the first row of a tie. */
  rank: number;
  acceptedSolutions: number;
  /** Problems, by their position, that this row solved before all others. */
  firstSolves: readonly number[];
}

/** What the results of a row below the medals are called, best first. */
export const HONOURS = ['highestHonors', 'highHonors', 'honors', 'honorable'] as const;
export type Honour = (typeof HONOURS)[number];

/** Award that follows from the table. */
export type AwardKind = Medal | Honour | 'winner' | 'rank' | 'firstToSolve' | 'groupWinner';

export interface Award {
  kind: AwardKind;
  /** The position of the problem of `firstToSolve`, the group of `groupWinner`, the rank of `rank`; else null. */
  of: number | null;
  userIds: readonly number[];
}

/** The medal of a rank; null beyond the medals, and for who solved nothing. */
export function medalOf(
  { rank, acceptedSolutions }: Pick<AwardedRow, 'rank' | 'acceptedSolutions'>,
  { gold, silver, bronze }: MedalNumbers,
): Medal | null {
  if (acceptedSolutions === 0) return null;
  if (rank <= gold) return 'gold';
  if (rank <= gold + silver) return 'silver';
  return rank <= gold + silver + bronze ? 'bronze' : null;
}

/**
 * The awards of a final table.
 *
 * @param rows in order, official participants only
 * @param groups members of the groups that have winners of their own
 * @see CCS Requirements, "Scoring Data Generation" and the awards of the Contest API
 */
export function awardsOf(
  rows: readonly AwardedRow[],
  medals: MedalNumbers,
  groups: readonly { groupId: number; userIds: ReadonlySet<number> }[] = [],
): Award[] {
  const placed = rows.filter(({ acceptedSolutions }) => acceptedSolutions > 0);
  const withMedal = (kind: AwardKind) => placed.filter((row) => medalOf(row, medals) === kind);
  const awards: Award[] = [
    { kind: 'winner', of: null, userIds: idsOf(placed.filter(({ rank }) => rank === 1)) },
    { kind: 'gold', of: null, userIds: idsOf(withMedal('gold')) },
    { kind: 'silver', of: null, userIds: idsOf(withMedal('silver')) },
    { kind: 'bronze', of: null, userIds: idsOf(withMedal('bronze')) },
    ...groups.map(({ groupId, userIds }) => groupWinner(placed, groupId, userIds)),
    ...firstsToSolve(rows),
  ];
  return awards.filter(({ userIds }) => userIds.length > 0);
}

function groupWinner(rows: readonly AwardedRow[], groupId: number, members: ReadonlySet<number>): Award {
  const own = rows.filter(({ userId }) => members.has(userId));
  const best = Math.min(...own.map(({ rank }) => rank));
  return { kind: 'groupWinner', of: groupId, userIds: idsOf(own.filter(({ rank }) => rank === best)) };
}

function firstsToSolve(rows: readonly AwardedRow[]): Award[] {
  const positions = [...new Set(rows.flatMap(({ firstSolves }) => firstSolves))].sort((a, b) => a - b);
  return positions.map((of) => ({
    kind: 'firstToSolve',
    of,
    userIds: idsOf(rows.filter(({ firstSolves }) => firstSolves.includes(of))),
  }));
}

const idsOf = (rows: readonly AwardedRow[]) => rows.map(({ userId }) => userId);
