import { endTimeMs, freezeTimeMs, isInFrozenInterval } from '#contest-phase.ts';
import type { Scoreboard } from '#scoreboard.ts';
import { type CellView, type ViewedCell, viewCell } from '#scoreboard-cell.ts';
import type { ParticipantRow } from '#scoreboard-rows.ts';
import {
  compareResults,
  compareStandings,
  firstIndex,
  type Order,
  type Standing,
  Standings,
  standingAt,
} from '#scoreboard-standings.ts';
import { type ProblemStatistics, tally } from '#scoreboard-statistics.ts';

/** Who looks, and at what. */
export interface ScoreboardQuestion {
  /** `null` for somebody without a row of their own. */
  viewerId: number | null;
  viewerIsSupervisor: boolean;
  /** The instant to show. From `nowMs` on (also `Infinity`) it means the live table. */
  atMs: number;
  nowMs: number;
  /** Rows to skip; 0 if absent. */
  offset?: number;
  /** Length of the page; all rows if absent. */
  count?: number;
  /** Rows of these people only, with the places that they have among all. Everybody's if absent. */
  only?: ReadonlySet<number>;
}

export interface ViewedRow {
  userId: number;
  /** In the order of the contest's problems. */
  cells: ViewedCell[];
  acceptedSolutions: number;
  acceptedSolutionsInTime: number;
  /** Minutes. */
  penalty: number;
  /** Place of the first row of a tie: 1, 2, 2, 4. */
  rank: number;
  /** The rank, or the places that a tie takes: `2-3`. */
  displayRank: number | string;
  /** 1 for the best accepted count, one more at each change of it. */
  groupNumber: number;
  /** Place in the whole visible order, from 0. */
  globalIndex: number;
}

export interface ScoreboardView {
  rows: ViewedRow[];
  /** The viewer's row, whatever page was asked for; `null` for somebody without one. */
  ownRow: ViewedRow | null;
  /** Rows that were asked for and that the viewer may see, on all pages. */
  rowsNumber: number;
  /** How each problem went for everybody whose row the viewer may see, in the order of the contest's problems. */
  statistics: ProblemStatistics[];
  /** When the last counted attempt was sent that the viewer may know of now, whatever the instant shown; or 0. */
  lastSolutionSentAtMs: number;
  /** What this viewer sees of others stops at the freeze. */
  isFrozen: boolean;
}

const EVER = Number.POSITIVE_INFINITY;

/**
 * What one person sees of the scoreboard at an instant.
 *
 * Supervisors see everything. Others see participants only, while the freeze lasts as of the freeze
 * instant, and their own row always as it is; so their own rank compares a live result with frozen ones.
 */
export function viewScoreboard(board: Scoreboard, question: ScoreboardQuestion): ScoreboardView {
  const scope = scopeOf(board, question);
  const { offset = 0, count = EVER, only } = question;
  const places = only && placesOf(scope.order, only);
  return {
    rows: places
      ? viewPlaces(board, scope, places.slice(offset, offset + count))
      : viewPage(board, scope, offset, count),
    ownRow: viewOwnRow(board, scope),
    rowsNumber: places ? places.length : scope.order.length,
    statistics: statisticsOf(scope),
    lastSolutionSentAtMs: scope.lastSolutionSentAtMs,
    isFrozen: scope.isFrozen,
  };
}

/** What a viewer may know. */
export interface Scope {
  order: Order;
  /** Where first solves are looked up. */
  standings: Standings;
  /** The viewer's row as it stands in the order. */
  own: Standing | undefined;
  spanOf(row: ParticipantRow): Span;
  lastSolutionSentAtMs: number;
  isFrozen: boolean;
}

type Span = Pick<CellView, 'untilMs' | 'seenUntilMs'>;

export function scopeOf(board: Scoreboard, question: ScoreboardQuestion): Scope {
  return question.viewerIsSupervisor ? supervisorScope(board, question) : participantScope(board, question);
}

function supervisorScope(board: Scoreboard, question: ScoreboardQuestion): Scope {
  const shownUntilMs = liveOrPast(question);
  const standings = standingsUntil(board, shownUntilMs, true);
  return {
    order: standings,
    standings,
    own: question.viewerId === null ? undefined : standings.of(question.viewerId),
    spanOf: () => ({ untilMs: shownUntilMs, seenUntilMs: shownUntilMs }),
    lastSolutionSentAtMs: board.everything.lastCountedAtMs(),
    isFrozen: false,
  };
}

function participantScope(board: Scoreboard, question: ScoreboardQuestion): Scope {
  const { contest } = board;
  const { viewerId, atMs, nowMs } = question;
  const shownUntilMs = liveOrPast(question);
  const publicUntilMs = publicUntil(board, question);
  const isFrozen = isInFrozenInterval(contest, Math.min(atMs, nowMs));
  const spanOfOthers = { untilMs: publicUntilMs, seenUntilMs: isFrozen ? shownUntilMs : publicUntilMs };

  const ownRow = viewerId === null ? undefined : board.rows.byUser.get(viewerId);
  const own = ownRow && standingAt(contest, ownRow, shownUntilMs);
  const ownNow = ownRow && standingAt(contest, ownRow, EVER);
  const publicNow = nowMs > endTimeMs(contest) ? board.publicInFull : board.publicUntilFreeze;
  const standings = standingsUntil(board, publicUntilMs, false);
  return {
    order: own ? withOwnRow(standings, own) : standings,
    standings,
    own,
    spanOf: (row) => (row === ownRow ? { untilMs: shownUntilMs, seenUntilMs: shownUntilMs } : spanOfOthers),
    lastSolutionSentAtMs: Math.max(publicNow.lastCountedAtMs(), ownNow?.lastCountedAtMs ?? 0),
    isFrozen,
  };
}

/** The live table is everything known, not what is older than now: the clock that stamps may be a little ahead. */
const liveOrPast = ({ atMs, nowMs }: ScoreboardQuestion) => (atMs >= nowMs ? EVER : atMs);

/** The instant up to which results of others are shown; until the main time is over nothing passes the freeze. */
function publicUntil({ contest }: Scoreboard, question: ScoreboardQuestion): number {
  const shownUntilMs = liveOrPast(question);
  const isAfterEnd = Math.min(question.atMs, question.nowMs) > endTimeMs(contest);
  return isAfterEnd ? shownUntilMs : Math.min(shownUntilMs, freezeTimeMs(contest));
}

/** The order as of an instant: one of those kept current where it fits, else made for this view. */
function standingsUntil(board: Scoreboard, untilMs: number, withSupervisors: boolean): Standings {
  const { contest, rows } = board;
  const isLive = untilMs >= rows.lastSentAtMs;
  if (isLive) return withSupervisors ? board.everything : board.publicInFull;
  if (!withSupervisors && untilMs === freezeTimeMs(contest)) return board.publicUntilFreeze;
  const everybody = [...rows.byUser.values()];
  return new Standings(
    contest,
    withSupervisors ? everybody : everybody.filter((row) => !row.isSupervisor),
    untilMs,
  );
}

/** The same order with the viewer's public standing, if any, replaced by the real one. */
function withOwnRow(standings: Standings, own: Standing): Order {
  const shown = standings.of(own.row.userId);
  const shownIndex = shown ? standings.indexOf(shown) : standings.length;
  const others: Order = {
    length: standings.length - (shown ? 1 : 0),
    at: (index) => standings.at(index < shownIndex ? index : index + 1),
  };
  const ownIndex = firstIndex(others, (standing) => compareStandings(standing, own) > 0);
  return {
    length: others.length + 1,
    at: (index) => (index === ownIndex ? own : others.at(index < ownIndex ? index : index - 1)),
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

function viewPlaces(board: Scoreboard, scope: Scope, places: readonly number[]): ViewedRow[] {
  return places.map((index) => viewRow(board, scope, index, groupNumberAt(scope.order, index)));
}

function viewPage(board: Scoreboard, scope: Scope, offset: number, count: number): ViewedRow[] {
  const { order } = scope;
  const end = Math.min(order.length, offset + count);
  const rows: ViewedRow[] = [];
  let groupNumber = 0;
  for (let index = offset; index < end; index += 1) {
    const isNewGroup =
      index > offset && order.at(index).acceptedSolutions !== order.at(index - 1).acceptedSolutions;
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
  const { contest } = board;
  const standing = scope.order.at(index);
  const span = scope.spanOf(standing.row);
  return {
    userId: standing.row.userId,
    cells: contest.problemIds.map((problemId, position) =>
      viewCell(contest, standing.row.attempts.get(problemId) ?? [], {
        ...span,
        firstSolve: scope.standings.firstSolve(position),
      }),
    ),
    acceptedSolutions: standing.acceptedSolutions,
    acceptedSolutionsInTime: standing.acceptedSolutionsInTime,
    penalty: standing.penaltyMin,
    ...rankOf(scope.order, standing),
    groupNumber,
    globalIndex: index,
  };
}

function rankOf(order: Order, standing: Standing): Pick<ViewedRow, 'rank' | 'displayRank'> {
  const tieStart = firstIndex(order, (other) => compareResults(other, standing) >= 0);
  const tieEnd = firstIndex(order, (other) => compareResults(other, standing) > 0, tieStart);
  const rank = tieStart + 1;
  return { rank, displayRank: tieEnd === rank ? rank : `${rank}-${tieEnd}` };
}

/** Counts the accepted counts down to a row, jumping from the end of one group to the next. */
function groupNumberAt(order: Order, index: number): number {
  let groupNumber = 0;
  for (let start = 0; start <= index; groupNumber += 1) {
    const { acceptedSolutions } = order.at(start);
    start = firstIndex(order, (standing) => standing.acceptedSolutions < acceptedSolutions, start);
  }
  return groupNumber;
}
