import { USUAL_RULES } from '#contests/scoring-rules.ts';
import type { ParticipantRow, ScoreboardContest } from '#scoreboard/rows.ts';
import type { Standing } from '#scoreboard/standing.ts';

/** Whether only supervisors and the person see a row. */
export function isHiddenRow({ scoring }: ScoreboardContest, row: ParticipantRow): boolean {
  return row.isSupervisor || (!row.adjustment.isOfficial && scoring?.unofficialRows === 'hidden');
}

/** Whether a row takes a place in the ranking. */
export function isRanked(contest: ScoreboardContest, { adjustment }: ParticipantRow): boolean {
  if (adjustment.isDisqualified) return false;
  return adjustment.isOfficial || ranksUnofficial(contest);
}

/** Whether who takes part out of competition takes a place in the ranking. */
export function ranksUnofficial({ scoring = USUAL_RULES }: Pick<ScoreboardContest, 'scoring'>): boolean {
  return (scoring.unofficialRows ?? 'ranked') === 'ranked';
}

/** Number of solved problems by which rows are ordered: the disqualified come after everybody. */
export function orderedSolved({ row, acceptedSolutions }: Standing): number {
  return row.adjustment.isDisqualified ? -1 : acceptedSolutions;
}

/** Better results first; 0 means a tie, which shares its rank. Results of the disqualified are not compared. */
export function compareResults(a: Standing, b: Standing): number {
  const bySolved = orderedSolved(b) - orderedSolved(a);
  if (bySolved !== 0 || a.row.adjustment.isDisqualified) return bySolved;
  return a.penaltySec - b.penaltySec || a.tieSec - b.tieSec;
}

/** Names in the order that the ICPC uses, whatever the language of the page. */
const NAMES = new Intl.Collator('en-US');

/**
 * The order of rows with the same result: by name where the contest goes by names, then who joined first, then by id, so
 * that it never depends on arrival.
 */
export function compareTied(
  a: { tieName: string; joinedAtMs: number; row: { userId: number } },
  b: { tieName: string; joinedAtMs: number; row: { userId: number } },
): number {
  const byName = a.tieName === b.tieName ? 0 : NAMES.compare(a.tieName, b.tieName);
  return byName || a.joinedAtMs - b.joinedAtMs || a.row.userId - b.row.userId;
}

/** The whole order of rows. */
export function compareStandings(a: Standing, b: Standing): number {
  return compareResults(a, b) || compareTied(a, b);
}

/** A sorted list of standings. */
export interface StandingList {
  readonly length: number;
  at(index: number): Standing;
}

/** Standings in order, real or with one of them replaced. */
export interface Order extends StandingList {
  /** Standings among them that take places. */
  readonly ranked: StandingList;
}

/** The first index from `from` on whose standing comes after the wanted ones, by binary search. */
export function firstIndex(order: StandingList, isPast: (standing: Standing) => boolean, from = 0): number {
  let low = from;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isPast(order.at(middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}
