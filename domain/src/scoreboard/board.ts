import { lastPublicTimeMs } from '#contests/contest-phase.ts';
import type { ViewedCell } from '#scoreboard/cell.ts';
import {
  changesFromMs,
  emptyRows,
  foldEvent,
  type ScoreboardContest,
  type ScoreboardEvent,
  type ScoreboardRows,
} from '#scoreboard/rows.ts';
import { joinedInTime, type Standing, tookPart } from '#scoreboard/standing.ts';
import type { Standings } from '#scoreboard/standings.ts';

/** A scoreboard that grows with its log. `applyEvent` and `setContest` change it in place. */
export interface Scoreboard {
  contest: ScoreboardContest;
  readonly rows: ScoreboardRows;
  /** Orders in use, by their cut. */
  readonly kept: Map<string, Standings>;
  /** Orders of past instants, by their cut, since the last change of what they show. */
  readonly past: Map<string, Standings>;
  /** Cells as they were last seen of a standing, which is made anew whenever its row changes. */
  readonly cells: WeakMap<Standing, { seenAs: string; cells: readonly ViewedCell[] }>;
}

/** A scoreboard of a log, or an empty one. */
export function createScoreboard(
  contest: ScoreboardContest,
  log: Iterable<ScoreboardEvent> = [],
): Scoreboard {
  const rows = emptyRows();
  for (const event of log) foldEvent(rows, event);
  return { contest, rows, kept: new Map(), past: new Map(), cells: new WeakMap() };
}

/** Applies one event; a verdict changes one row. Returns what `applyEvents` does. */
export function applyEvent(board: Scoreboard, event: ScoreboardEvent): number {
  return applyEvents(board, [event]);
}

/**
 * Applies events, scoring each row that they touch once, so that a long log costs little more than its rows.
 *
 * The table depends on the last state of each solution and participant alone, so events about different
 * ones may come in any order.
 *
 * @returns the instant from which on tables look different; those as of instants before stay as they are
 */
export function applyEvents(board: Scoreboard, events: Iterable<ScoreboardEvent>): number {
  const touched = new Set<number>();
  let changedFromMs = Number.POSITIVE_INFINITY;
  for (const event of events) {
    changedFromMs = Math.min(changedFromMs, changesFromMs(board.rows, event));
    const sender = senderOf(board, event);
    const before = hasRowOfMainTime(board, sender);
    for (const userId of foldEvent(board.rows, event)) touched.add(userId);
    // Who joined after the end has a row by what they sent before it, which tables of all instants show.
    if (hasRowOfMainTime(board, sender) !== before) changedFromMs = Number.NEGATIVE_INFINITY;
  }
  for (const [key, { untilMs }] of board.past) {
    if (untilMs >= changedFromMs) board.past.delete(key);
  }
  for (const userId of touched) {
    const row = board.rows.byUser.get(userId);
    if (!row) continue;
    for (const standings of board.kept.values()) standings.update(row);
  }
  return changedFromMs;
}

/**
 * Whether an event only changes the verdict of a solution of which the freeze shows nothing but that it was sent. It changes
 * no table of people who may not know the verdict as long as the freeze lasts. Must be asked before the event is folded in.
 */
export function changesHiddenVerdict({ contest, rows }: Scoreboard, event: ScoreboardEvent): boolean {
  if (event.type !== 'attempt' || event.sentAtMs <= lastPublicTimeMs(contest)) return false;
  const known = rows.places.get(event.solutionId);
  const row = rows.byUser.get(event.userId);
  return (
    known !== undefined &&
    row !== undefined &&
    joinedInTime(contest, row) &&
    known.userId === event.userId &&
    known.problemId === event.problemId &&
    known.attempt.sentAtMs === event.sentAtMs
  );
}

/** The sender of a solution that an event is about. */
function senderOf({ rows }: Scoreboard, event: ScoreboardEvent): number | undefined {
  if (event.type === 'attempt') return event.userId;
  return event.type === 'deleted' ? rows.places.get(event.solutionId)?.userId : undefined;
}

function hasRowOfMainTime({ contest, rows }: Scoreboard, userId: number | undefined): boolean {
  const row = userId === undefined ? undefined : rows.byUser.get(userId);
  return row !== undefined && tookPart(contest, row);
}

/**
 * Corrects the roles of people; a person whose role changed moves between the public and the hidden rows.
 *
 * @param roles current roles by person; people who did not join are ignored
 * @returns number of changed rows
 */
export function correctRoles(
  board: Scoreboard,
  roles: Iterable<{ userId: number; isSupervisor: boolean }>,
): number {
  const changes: ScoreboardEvent[] = [];
  for (const { userId, isSupervisor } of roles) {
    const joinedAtMs = board.rows.byUser.get(userId)?.joinedAtMs ?? null;
    if (joinedAtMs === null || board.rows.byUser.get(userId)?.isSupervisor === isSupervisor) continue;
    changes.push({ type: 'joined', userId, isSupervisor, joinedAtMs });
  }
  applyEvents(board, changes);
  return changes.length;
}

/**
 * Corrects the names by which equal rows are ordered.
 *
 * @returns number of changed rows
 */
export function correctTieNames(
  board: Scoreboard,
  names: Iterable<{ userId: number; tieName: string }>,
): number {
  const changes: ScoreboardEvent[] = [];
  for (const { userId, tieName } of names) {
    if (board.rows.byUser.get(userId)?.tieName === tieName) continue;
    changes.push({ type: 'named', userId, tieName });
  }
  applyEvents(board, changes);
  return changes.length;
}

/** Ids of everybody with a row. */
export function participantIds(board: Scoreboard): number[] {
  return [...board.rows.byUser.values()].filter((row) => row.joinedAtMs !== null).map((row) => row.userId);
}

/** Changes times or problems of the contest and scores everything anew. */
export function setContest(board: Scoreboard, contest: ScoreboardContest): void {
  board.contest = contest;
  board.kept.clear();
  board.past.clear();
}
