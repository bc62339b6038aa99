import type { Scoreboard } from '#scoreboard/board.ts';
import { penaltyOf, type ViewedCell, viewCell } from '#scoreboard/cell.ts';
import {
  compareResults,
  compareStandings,
  firstIndex,
  isRanked,
  type Order,
  orderedSolved,
} from '#scoreboard/order.ts';
import { type ParticipantRow, type ScoreboardContest, timesOf } from '#scoreboard/rows.ts';
import { type Scope, type ScoreboardQuestion, scopeOf } from '#scoreboard/scope.ts';
import { attemptsOn, type Standing } from '#scoreboard/standing.ts';
import { type ProblemStatistics, tally } from '#scoreboard/statistics.ts';

export interface ViewedRow {
  userId: number;
  /** In the order of the contest's problems. The same array as long as the result of a kept order is the same. */
  cells: readonly ViewedCell[];
  acceptedSolutions: number;
  acceptedSolutionsInTime: number;
  /** Whole minutes. */
  penalty: number;
  /** The penalty in seconds, where the contest counts these. */
  penaltySec?: number;
  /** Place of the first row of a tie: 1, 2, 2, 4. A row without a place has the one that it would take. */
  rank: number;
  /** The rank, or the places that a tie takes: `2-3`; empty for a row without a place. */
  displayRank: number | string;
  /** Place among the rows that were asked for, where not all were. */
  rankAmongShown?: number;
  /** Out of competition. */
  isUnofficial?: true;
  isDisqualified?: true;
  /** Minutes that organisers added to the penalty, or took off. */
  penaltyAdjustmentMin?: number;
  /** 1 for the best accepted count, one more at each change of it. */
  groupNumber: number;
  /** Place in the whole visible order, from 0. */
  globalIndex: number;
  /** Extra time of this person, for themself and supervisors; absent where there is none. */
  extraTimeMs?: number;
  /** How much later this person started; absent: not at all. */
  startShiftMs?: number;
}

export interface ScoreboardView {
  rows: ViewedRow[];
  /** The viewer's row, whatever page was asked for; `null` for somebody without one. */
  ownRow: ViewedRow | null;
  /** Rows that were asked for and that the viewer may see, on all pages. */
  rowsNumber: number;
  /** How each problem went for everybody whose row the viewer may see, in the order of the contest's problems. */
  statistics: ProblemStatistics[];
  /** Time of the last counted attempt that the viewer may know of now, whatever the instant shown; or 0. */
  lastSolutionSentAtMs: number;
  /** Whether the results of others stop at the freeze for this viewer. */
  isFrozen: boolean;
}

/**
 * What one person sees of the scoreboard at an instant.
 *
 * Supervisors see everything. Others see participants only, while the freeze lasts as of the freeze
 * instant, and their own row always as it is; so their own rank compares a live result with frozen ones.
 */
export function viewScoreboard(board: Scoreboard, question: ScoreboardQuestion): ScoreboardView {
  const scope = scopeOf(board, question);
  const { offset = 0, count = Number.POSITIVE_INFINITY, only } = question;
  const places = only && placesOf(scope.order, only);
  return {
    rows: places
      ? viewPlaces(board, scope, placed(board, scope.order, places).slice(offset, offset + count))
      : viewPage(board, scope, offset, count),
    ownRow: viewOwnRow(board, scope),
    rowsNumber: places ? places.length : scope.order.length,
    statistics: statisticsOf(scope),
    lastSolutionSentAtMs: scope.lastSolutionSentAtMs,
    isFrozen: scope.isFrozen,
  };
}

/** Where in an order these people stand, from the top. */
function placesOf(order: Order, userIds: ReadonlySet<number>): number[] {
  const places: number[] = [];
  for (let index = 0; index < order.length; index += 1) {
    if (userIds.has(order.at(index).row.userId)) places.push(index);
  }
  return places;
}

/** The viewer's public standing, if any, gives way to the real one. */
function statisticsOf({ standings, own }: Scope): ProblemStatistics[] {
  const statistics = standings.statistics();
  const shown = own && standings.of(own.row.userId);
  if (shown) tally(statistics, shown, -1);
  if (own) tally(statistics, own, 1);
  return statistics;
}

interface PlaceAmongShown {
  index: number;
  /** Absent for a row without a place. */
  rankAmongShown?: number;
}

/** Places among themselves of the rows at these indices; equal ones share theirs. */
function placed({ contest }: Scoreboard, order: Order, indices: readonly number[]): PlaceAmongShown[] {
  let [rank, number] = [0, 0];
  let above: Standing | null = null;
  return indices.map((index) => {
    const standing = order.at(index);
    if (!isRanked(contest, standing.row)) return { index };
    number += 1;
    if (!above || compareResults(above, standing) !== 0) rank = number;
    above = standing;
    return { index, rankAmongShown: rank };
  });
}

function viewPlaces(board: Scoreboard, scope: Scope, places: readonly PlaceAmongShown[]): ViewedRow[] {
  return places.map(({ index, ...amongShown }) => ({
    ...viewRow(board, scope, index, groupNumberAt(scope.order, index)),
    ...amongShown,
  }));
}

function viewPage(board: Scoreboard, scope: Scope, offset: number, count: number): ViewedRow[] {
  const { order } = scope;
  const end = Math.min(order.length, offset + count);
  const rows: ViewedRow[] = [];
  let groupNumber = 0;
  for (let index = offset; index < end; index += 1) {
    const isNewGroup =
      index > offset && orderedSolved(order.at(index)) !== orderedSolved(order.at(index - 1));
    groupNumber = index === offset ? groupNumberAt(order, index) : groupNumber + (isNewGroup ? 1 : 0);
    rows.push(viewRow(board, scope, index, groupNumber));
  }
  return rows;
}

function viewOwnRow(board: Scoreboard, scope: Scope): ViewedRow | null {
  const { own, order } = scope;
  if (!own) return null;
  const index = firstIndex(order, (standing) => compareStandings(standing, own) >= 0);
  return viewRow(board, scope, index, groupNumberAt(order, index));
}

function viewRow(board: Scoreboard, scope: Scope, index: number, groupNumber: number): ViewedRow {
  const standing = scope.order.at(index);
  const { row } = standing;
  const { penaltyMin: penalty, ...seconds } = penaltyOf(board.contest, standing.penaltySec);
  return {
    userId: row.userId,
    cells: cellsOf(board, scope, standing),
    acceptedSolutions: standing.acceptedSolutions,
    acceptedSolutionsInTime: standing.acceptedSolutionsInTime,
    penalty,
    ...seconds,
    ...rankOf(board, scope.order, standing),
    groupNumber,
    globalIndex: index,
    ...(row.extraTimeMs > 0 && scope.isOpen(row) && { extraTimeMs: row.extraTimeMs }),
    ...adjustmentOf(standing),
    ...startOf(board.contest, row),
  };
}

/** What organisers decided about a row, as far as it differs from most. */
function adjustmentOf({ row: { adjustment } }: Standing) {
  const { isOfficial, isDisqualified, penaltyMin } = adjustment;
  return {
    ...(!isOfficial && { isUnofficial: true as const }),
    ...(isDisqualified && { isDisqualified: true as const }),
    ...(penaltyMin !== 0 && { penaltyAdjustmentMin: penaltyMin }),
  };
}

/** How much later than the contest itself a person started it. */
function startOf(contest: ScoreboardContest, row: ParticipantRow): Pick<ViewedRow, 'startShiftMs'> {
  const startShiftMs = timesOf(contest, row).startTimeMs - contest.startTimeMs;
  return startShiftMs === 0 ? {} : { startShiftMs };
}

/** The cells of a row: those of the view before, as long as nothing in them can have changed. */
function cellsOf(board: Scoreboard, scope: Scope, standing: Standing): readonly ViewedCell[] {
  const { row, solves } = standing;
  const { untilMs, seenUntilMs } = scope.spanOf(row);
  const firsts = solves.map((solve, position) =>
    solve !== null && solve === scope.standings.firstSolve(position) ? position : '',
  );
  const seenAs = `${untilMs} ${seenUntilMs} ${firsts.join()}`;
  const known = board.cells.get(standing);
  if (known?.seenAs === seenAs) return known.cells;
  const contest = timesOf(board.contest, row);
  const cells = contest.problemIds.map((problemId, position) =>
    viewCell(contest, attemptsOn(contest, row, problemId), {
      untilMs,
      seenUntilMs,
      firstSolve: scope.standings.firstSolve(position),
    }),
  );
  board.cells.set(standing, { seenAs, cells });
  return cells;
}

function rankOf(
  { contest }: Scoreboard,
  { ranked }: Order,
  standing: Standing,
): Pick<ViewedRow, 'rank' | 'displayRank'> {
  const tieStart = firstIndex(ranked, (other) => compareResults(other, standing) >= 0);
  const rank = tieStart + 1;
  if (!isRanked(contest, standing.row)) return { rank, displayRank: '' };
  const tieEnd = firstIndex(ranked, (other) => compareResults(other, standing) > 0, tieStart);
  return { rank, displayRank: tieEnd === rank ? rank : `${rank}-${tieEnd}` };
}

/** Counts the accepted counts down to a row, jumping from the end of one group to the next. */
function groupNumberAt(order: Order, index: number): number {
  let groupNumber = 0;
  for (let start = 0; start <= index; groupNumber += 1) {
    const solved = orderedSolved(order.at(start));
    start = firstIndex(order, (standing) => orderedSolved(standing) < solved, start);
  }
  return groupNumber;
}
