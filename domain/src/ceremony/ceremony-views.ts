import type { ResolvedCell, ResolvedRow, ResolverRules } from '#ceremony/resolver.ts';
import { lastEndTimeMs } from '#contests/contest-phase.ts';
import { USUAL_RULES } from '#contests/scoring-rules.ts';
import { countedTimeSec, type ViewedCell } from '#scoreboard/cell.ts';
import { compareTied } from '#scoreboard/order.ts';
import { type ScoreboardContest, timesOf } from '#scoreboard/rows.ts';
import { type Scoreboard, type ScoreboardView, viewScoreboard } from '#scoreboard/scoreboard.ts';
import { tieNameOf } from '#scoreboard/standing.ts';

/** Cell of the table with what the order of the ceremony depends on. */
export type ScoredCell = ViewedCell & Pick<ResolvedCell, 'scoreSec' | 'timeSec'>;

export interface CeremonyViews {
  frozen: ScoreboardView;
  final: ScoreboardView;
  /** Rows of the frozen table in its order, with their cells as they were shown and as they are. */
  rows: ResolvedRow<ScoredCell>[];
  rules: ResolverRules;
  /** User ids in the order in which rows with the same result stand. */
  tieOrder: number[];
}

/**
 * The table of the main time as the freeze shows it at the end, and as it is, for everybody who took part, whatever the
 * freeze does at the moment. The board stays as it is.
 */
export function ceremonyViews(board: Scoreboard): CeremonyViews {
  const own = boardThawedAtEnd(board);
  const endMs = lastEndTimeMs(board.contest);
  const final = viewAt(own, endMs + 1);
  const frozen = viewAt(own, endMs);
  return {
    ...{ frozen, final, tieOrder: tieOrderOf(board, final) },
    rows: resolvedRows(board, frozen, final),
    rules: {
      roundsSum: board.contest.scoring?.penaltyPrecision === 'total',
      breaksTies: board.contest.scoring?.tieBreak === 'lastAccepted',
    },
  };
}

function resolvedRows(
  { contest, rows }: Scoreboard,
  frozen: ScoreboardView,
  final: ScoreboardView,
): ResolvedRow<ScoredCell>[] {
  const finals = new Map(final.rows.map(({ userId, cells }) => [userId, cells]));
  return frozen.rows.flatMap(({ userId, cells }) => {
    const row = rows.byUser.get(userId);
    const ends = finals.get(userId);
    if (!row || !ends) return [];
    const own = timesOf(contest, row);
    return {
      userId,
      adjustmentSec: 60 * row.adjustment.penaltyMin,
      isDisqualified: row.adjustment.isDisqualified,
      frozen: cells.map((cell) => scoredCell(own, cell)),
      final: ends.map((cell) => scoredCell(own, cell)),
    };
  });
}

/** A cell with seconds of its penalty and of its solve. */
function scoredCell(own: ScoreboardContest, cell: ViewedCell): ScoredCell {
  if (cell.acceptedAtMs === undefined) return cell;
  const timeSec = countedTimeSec(own, { sentAtMs: cell.acceptedAtMs });
  const { wrongTryPenaltyMin } = own.scoring ?? USUAL_RULES;
  return { ...cell, timeSec, scoreSec: timeSec + 60 * wrongTryPenaltyMin * cell.wrongTries };
}

/** The table of the main time as it really is, whatever the freeze does at the moment. The board stays as it is. */
export const finalView = (board: Scoreboard): ScoreboardView =>
  viewAt(boardThawedAtEnd(board), lastEndTimeMs(board.contest) + 1);

/** Scoreboard of the same rows whose freeze ends with the contest. Shares no order that depends on the freeze. */
function boardThawedAtEnd({ contest, rows }: Scoreboard): Scoreboard {
  return {
    ...{ contest: { ...contest, thawsByHand: false }, rows },
    ...{ kept: new Map(), past: new Map(), cells: new WeakMap() },
  };
}

const viewAt = (board: Scoreboard, nowMs: number) =>
  viewScoreboard(board, {
    ...{ viewerId: null, viewerIsSupervisor: false, scope: 'contest' },
    ...{ atMs: Number.POSITIVE_INFINITY, nowMs },
  });

function tieOrderOf({ contest, rows }: Scoreboard, { rows: shown }: ScoreboardView): number[] {
  const joined = shown.flatMap(({ userId }) => {
    const row = rows.byUser.get(userId);
    return row && row.joinedAtMs !== null
      ? { row, joinedAtMs: row.joinedAtMs, tieName: tieNameOf(contest, row) }
      : [];
  });
  return joined.sort(compareTied).map(({ row }) => row.userId);
}
