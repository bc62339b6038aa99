import { freezeTimeMs, hasFreeze } from '#contests/contest-phase.ts';
import { contestTimeMs } from '#contests/contest-time.ts';
import { type Scoreboard, type ScoreboardView, viewScoreboard } from '#scoreboard/scoreboard.ts';

/** What the organisers decide about solves in the freeze, which nobody may know of yet. */
export type BalloonsInFreeze = 'no' | 'until' | 'yes';

export interface BalloonRules {
  readonly inFreeze: BalloonsInFreeze;
  /** Number of balloons up to which a participant gets them in the freeze too; counts for `until` alone. */
  readonly untilNumber: number;
}

/** The usual rules: a freeze betrays nothing. */
export const USUAL_BALLOON_RULES: BalloonRules = { inFreeze: 'no', untilNumber: 3 };

/** A balloon that a participant has earned, and that people may see. */
export interface DueBalloon {
  readonly userId: number;
  readonly problemId: number;
  readonly acceptedAtMs: number;
  /** Contest time of the solve by the clock of who solved. */
  readonly solvedAfterMs: number;
  readonly isFirstSolve: boolean;
}

const EVER = Number.POSITIVE_INFINITY;

/**
 * The balloons that are due now, by the time of the solve: a table of everybody's problems solved in the main time. First
 * solves are those of that table, so in a floating contest those with the least time on their own clock.
 *
 * What was solved in the freeze stays out also after it has lifted, so that a ceremony is not forestalled, unless the
 * rules say otherwise. Nothing here depends on such solves then, not even the order.
 */
export function dueBalloons(board: Scoreboard, nowMs: number, rules: BalloonRules): DueBalloon[] {
  const view = knownView(board, nowMs);
  const known = solvesIn(board, view.rows);
  if (rules.inFreeze === 'no') return known.sort(bySolve);
  const all = allSolves(board, nowMs, new Set(view.rows.map((row) => row.userId)));
  const keys = new Set(known.map(balloonKey));
  const isKnown = (solve: DueBalloon) => keys.has(balloonKey(solve));
  const hidden = all.filter((solve) => !isKnown(solve)).sort(bySolve);
  const given = rules.inFreeze === 'until' ? upToNumber(known, hidden, rules.untilNumber) : hidden;
  return [...all.filter(isKnown), ...given].sort(bySolve);
}

/** What everybody may know in the freeze, at any time. */
function knownView(board: Scoreboard, nowMs: number): ScoreboardView {
  const { contest } = board;
  const atMs = hasFreeze(contest) ? freezeTimeMs(contest) : EVER;
  return viewScoreboard(board, { viewerId: null, viewerIsSupervisor: false, scope: 'contest', atMs, nowMs });
}

function solvesIn({ contest }: Scoreboard, rows: ScoreboardView['rows']): DueBalloon[] {
  return rows.flatMap(({ userId, cells, startShiftMs = 0 }) =>
    cells.flatMap(({ acceptedAtMs, isFirstSolve = false }, position) => {
      const problemId = contest.problemIds[position];
      if (acceptedAtMs === undefined || problemId === undefined) return [];
      const own = { ...contest, startTimeMs: contest.startTimeMs + startShiftMs };
      const solvedAfterMs = contestTimeMs(own, acceptedAtMs);
      return [{ userId, problemId, acceptedAtMs, solvedAfterMs, isFirstSolve }];
    }),
  );
}

/** Solves of participants with those that the freeze hides, or hid. The jury has no rows in the view of others. */
function allSolves(board: Scoreboard, nowMs: number, userIds: ReadonlySet<number>): DueBalloon[] {
  const question = { viewerId: null, viewerIsSupervisor: true, scope: 'contest', atMs: EVER, nowMs } as const;
  return solvesIn(
    board,
    viewScoreboard(board, question).rows.filter(({ userId }) => userIds.has(userId)),
  );
}

/** Hidden solves, the earliest first, as long as their participants have fewer balloons than the number. */
function upToNumber(known: readonly DueBalloon[], hidden: readonly DueBalloon[], number: number) {
  const counts = new Map<number, number>();
  const count = ({ userId }: DueBalloon) => {
    const next = (counts.get(userId) ?? 0) + 1;
    counts.set(userId, next);
    return next;
  };
  known.forEach(count);
  return hidden.filter((solve) => count(solve) <= number);
}

/** Name of a balloon within its contest. */
export const balloonKey = ({ userId, problemId }: Pick<DueBalloon, 'userId' | 'problemId'>): string =>
  `${userId} ${problemId}`;

const bySolve = (a: DueBalloon, b: DueBalloon) =>
  a.acceptedAtMs - b.acceptedAtMs || a.userId - b.userId || a.problemId - b.problemId;
