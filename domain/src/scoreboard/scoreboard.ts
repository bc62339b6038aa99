/*
 * The scoreboard is a fold of the contest's log. The log becomes rows (rows.ts), rows become
 * standings as of an instant (standing.ts) in order (order.ts, standings.ts) with first solves
 * (firsts.ts), what somebody may know is chosen (scope.ts), and a page
 * of it is what one person sees (view.ts). Orders that many ask for (live, frozen, final) are kept current from
 * the first view that needs them; the order at a past instant is made from the same rows when somebody
 * rewinds, and made anew after each change that reaches so far back, so the views can't disagree.
 */

export { scoreboardActivity } from '#scoreboard/activity.ts';
export {
  applyEvent,
  applyEvents,
  changesHiddenVerdict,
  correctRoles,
  correctTieNames,
  createScoreboard,
  participantIds,
  type Scoreboard,
  setContest,
} from '#scoreboard/board.ts';
export type { ViewedCell } from '#scoreboard/cell.ts';
export { type MovedRow, movedRows } from '#scoreboard/moves.ts';
export type { ScoreboardContest, ScoreboardEvent } from '#scoreboard/rows.ts';
export { isKeptFromVerdicts, rowsKey, type ScoreboardQuestion } from '#scoreboard/scope.ts';
export type { ScoreboardScope } from '#scoreboard/standing.ts';
export {
  type ScoreboardView,
  type ViewedRow,
  viewScoreboard,
} from '#scoreboard/view.ts';
