import { freezeTimeMs } from '#contest-phase.ts';
import {
  emptyRows,
  foldEvent,
  type ScoreboardContest,
  type ScoreboardEvent,
  type ScoreboardRows,
} from '#scoreboard-rows.ts';
import { Standings } from '#scoreboard-standings.ts';

export { type ActivityStep, scoreboardActivity } from '#scoreboard-activity.ts';
export type { ViewedCell } from '#scoreboard-cell.ts';
export type { ScoreboardContest, ScoreboardEvent } from '#scoreboard-rows.ts';
export {
  type ScoreboardQuestion,
  type ScoreboardView,
  type ViewedRow,
  viewScoreboard,
} from '#scoreboard-view.ts';

/*
 * The scoreboard is a fold of the contest's log. The log becomes rows (scoreboard-rows.ts), rows become
 * standings as of an instant in order (scoreboard-standings.ts), and a page of standings becomes what
 * one person sees (scoreboard-view.ts). Three orders are kept current, one per kind of viewer; the order
 * at a past instant is made from the same rows when somebody rewinds, so the views can't disagree.
 */

/** A scoreboard that grows with its log. `applyEvent` and `setContest` change it in place. */
export interface Scoreboard {
  contest: ScoreboardContest;
  readonly rows: ScoreboardRows;
  /** For supervisors: everybody, everything. */
  everything: Standings;
  /** For participants during the main time: what was sent up to the freeze. */
  publicUntilFreeze: Standings;
  /** For participants after the main time, when the freeze has lifted. */
  publicInFull: Standings;
}

/** A scoreboard of a log, or an empty one. */
export function createScoreboard(
  contest: ScoreboardContest,
  log: Iterable<ScoreboardEvent> = [],
): Scoreboard {
  const rows = emptyRows();
  for (const event of log) foldEvent(rows, event);
  return { contest, rows, ...orders(contest, rows) };
}

/** Takes one event in; one verdict touches one row. */
export function applyEvent(board: Scoreboard, event: ScoreboardEvent): void {
  applyEvents(board, [event]);
}

/**
 * Takes events in, scoring each row that they touch once, so that a long log costs little more than its rows.
 *
 * The table depends on the last state of each solution and participant alone: events of different
 * ones may come in any order.
 */
export function applyEvents(board: Scoreboard, events: Iterable<ScoreboardEvent>): void {
  const touched = new Set<number>();
  for (const event of events) {
    for (const userId of foldEvent(board.rows, event)) touched.add(userId);
  }
  for (const userId of touched) {
    const row = board.rows.byUser.get(userId);
    if (!row) continue;
    board.everything.update(row, true);
    board.publicUntilFreeze.update(row, !row.isSupervisor);
    board.publicInFull.update(row, !row.isSupervisor);
  }
}

/**
 * Tells the roles that people have now; whoever changed theirs moves between the public and the hidden rows.
 *
 * @param roles of those in question; people who did not join are passed over
 * @returns how many rows it changed
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

/** Everybody with a row. */
export function participantIds(board: Scoreboard): number[] {
  return [...board.rows.byUser.values()].filter((row) => row.joinedAtMs !== null).map((row) => row.userId);
}

/** Changes times or problems of the contest and scores everything anew. */
export function setContest(board: Scoreboard, contest: ScoreboardContest): void {
  board.contest = contest;
  Object.assign(board, orders(contest, board.rows));
}

function orders(contest: ScoreboardContest, rows: ScoreboardRows) {
  const everybody = [...rows.byUser.values()];
  const participants = everybody.filter((row) => !row.isSupervisor);
  return {
    everything: new Standings(contest, everybody, Number.POSITIVE_INFINITY),
    publicUntilFreeze: new Standings(contest, participants, freezeTimeMs(contest)),
    publicInFull: new Standings(contest, participants, Number.POSITIVE_INFINITY),
  };
}
