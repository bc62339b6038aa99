import { lastEndTimeMs } from '#contest-phase.ts';
import { type Scoreboard, type ScoreboardView, viewScoreboard } from '#scoreboard.ts';

/**
 * The table of the main time as the freeze shows it at the end, and as it is, for everybody who took part, whatever the
 * freeze does at the moment. The board stays as it is.
 */
export function ceremonyViews(board: Scoreboard): { frozen: ScoreboardView; final: ScoreboardView } {
  const contest = { ...board.contest, thawsByHand: false };
  const own: Scoreboard = {
    contest,
    rows: board.rows,
    kept: new Map(),
    past: new Map(),
    cells: new WeakMap(),
  };
  const endMs = lastEndTimeMs(contest);
  const viewAt = (nowMs: number) =>
    viewScoreboard(own, {
      ...{ viewerId: null, viewerIsSupervisor: false, scope: 'contest' },
      ...{ atMs: Number.POSITIVE_INFINITY, nowMs },
    });
  return { frozen: viewAt(endMs), final: viewAt(endMs + 1) };
}
