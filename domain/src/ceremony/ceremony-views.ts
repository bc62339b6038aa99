import { lastEndTimeMs } from '#contest-phase.ts';
import { type Scoreboard, type ScoreboardView, viewScoreboard } from '#scoreboard.ts';
import { compareTied } from '#scoreboard-standings.ts';

export interface CeremonyViews {
  frozen: ScoreboardView;
  final: ScoreboardView;
  /** User ids in the order in which rows with the same result stand. */
  tieOrder: number[];
}

/**
 * The table of the main time as the freeze shows it at the end, and as it is, for everybody who took part, whatever the
 * freeze does at the moment. The board stays as it is.
 */
export function ceremonyViews(board: Scoreboard): CeremonyViews {
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
  const final = viewAt(endMs + 1);
  return { frozen: viewAt(endMs), final, tieOrder: tieOrderOf(board, final) };
}

function tieOrderOf({ rows }: Scoreboard, { rows: shown }: ScoreboardView): number[] {
  const joined = shown.flatMap(({ userId }) => {
    const row = rows.byUser.get(userId);
    return row && row.joinedAtMs !== null ? { row, joinedAtMs: row.joinedAtMs } : [];
  });
  return joined.sort(compareTied).map(({ row }) => row.userId);
}
