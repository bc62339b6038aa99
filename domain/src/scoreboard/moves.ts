import { lastEndTimeMs } from '#contests/contest-phase.ts';
import { compareResults, isRanked } from '#scoreboard/order.ts';
import type { ParticipantRow, ScoreboardContest } from '#scoreboard/rows.ts';
import type { Standing } from '#scoreboard/standing.ts';
import { Standings } from '#scoreboard/standings.ts';

/** A person whose result differs between two ways to score the same attempts; a rank is null without a row. */
export interface MovedRow {
  userId: number;
  rankBefore: number | null;
  rankAfter: number | null;
}

/**
 * Compares the results of the main time under two sets of times, problems and rules, without supervisors and as if
 * nothing was frozen.
 *
 * @returns number of rows until now, and those whose place, solved number or penalty changes, best place first
 */
export function movedRows(
  rows: Iterable<ParticipantRow>,
  before: ScoreboardContest,
  after: ScoreboardContest,
): { total: number; moved: MovedRow[] } {
  const all = [...rows];
  const then = rankedStandings(before, all);
  const now = rankedStandings(after, all);
  const userIds = new Set([...then.keys(), ...now.keys()]);
  const moved = [...userIds].flatMap((userId) => {
    const one = then.get(userId);
    const other = now.get(userId);
    if (one && other && isSameResult(one, other)) return [];
    return { userId, rankBefore: one?.rank ?? null, rankAfter: other?.rank ?? null };
  });
  return { total: then.size, moved };
}

/** A standing with its rank, and the order that it stands in. */
export interface Ranked {
  /** Null for a row without a place. */
  rank: number | null;
  standing: Standing;
  standings: Standings;
}

/** Results of the main time without supervisors and as if nothing was frozen, in the order of their places. */
export function rankedStandings(
  contest: ScoreboardContest,
  rows: readonly ParticipantRow[],
): Map<number, Ranked> {
  const cut = { scope: 'contest', withSupervisors: false, untilMs: lastEndTimeMs(contest) } as const;
  const standings = new Standings(contest, rows, cut);
  const ranked = new Map<number, Ranked>();
  let [rank, placesTaken] = [0, 0];
  let above: Standing | null = null;
  for (let index = 0; index < standings.length; index += 1) {
    const standing = standings.at(index);
    const hasPlace = isRanked(contest, standing.row);
    if (hasPlace) {
      placesTaken += 1;
      if (!above || compareResults(above, standing) !== 0) rank = placesTaken;
      above = standing;
    }
    ranked.set(standing.row.userId, { rank: hasPlace ? rank : null, standing, standings });
  }
  return ranked;
}

function isSameResult(one: Ranked, other: Ranked): boolean {
  return (
    one.rank === other.rank &&
    one.standing.acceptedSolutions === other.standing.acceptedSolutions &&
    one.standing.penaltySec === other.standing.penaltySec
  );
}
