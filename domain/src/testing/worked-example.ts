import { formatTimeSinceStart } from '#contests/contest-time.ts';
import { VERDICTS, type VerdictKey } from '#judging/verdicts.ts';
import {
  applyEvent,
  createScoreboard,
  type ScoreboardContest,
  type ScoreboardEvent,
  type ScoreboardQuestion,
  type ScoreboardView,
  type ViewedCell,
  viewScoreboard,
} from '#scoreboard/scoreboard.ts';

/* The contest of the reference's worked example: freeze at minute 180, main time to minute 300. */
const MINUTE = 60_000;
export const START = Date.UTC(2024, 3, 6, 9);
export const A = 101;
export const B = 102;

export const at = (minute: number, second = 0) => START + minute * MINUTE + second * 1000;

export const contest: ScoreboardContest = {
  startTimeMs: START,
  durationTimeMs: 300 * MINUTE,
  relativeFreezeTimeMs: 180 * MINUTE,
  practiceDurationTimeMs: 60 * MINUTE,
  problemIds: [A, B],
};

let lastSolutionId = 0;

export function attempt(userId: number, problemId: number, verdict: VerdictKey | null, sentAtMs: number) {
  lastSolutionId += 1;
  const verdictId = verdict && VERDICTS[verdict].id;
  return { type: 'attempt', solutionId: lastSolutionId, userId, problemId, sentAtMs, verdictId } as const;
}

export function joined(
  userId: number,
  joinedAtMs = START - MINUTE + userId,
  isSupervisor = false,
): ScoreboardEvent {
  return { type: 'joined', userId, isSupervisor, joinedAtMs };
}

export type Looking = Partial<ScoreboardQuestion> & { nowMs: number };

export function view(events: readonly ScoreboardEvent[], looking: Looking): ScoreboardView {
  const board = createScoreboard(contest);
  for (const event of events) applyEvent(board, event);
  return viewScoreboard(board, {
    viewerId: null,
    viewerIsSupervisor: false,
    atMs: Number.POSITIVE_INFINITY,
    ...looking,
  });
}

/** `rank, user, accepted, penalty: cells`, a cell being `result time`, with F when frozen. */
export function drawn({ rows }: ScoreboardView, scored = contest): string[] {
  return rows.map((row) => {
    const cells = row.cells.map((cell) =>
      [cellText(cell, scored), cell.isFrozen && 'F'].filter(Boolean).join(' '),
    );
    return `${row.displayRank}, u${row.userId}, ${row.acceptedSolutions}, ${row.penalty}: ${cells.join(' | ')}`;
  });
}

/** `—`, `+ 00:30`, `+2 01:05`, `-1`. */
function cellText({ acceptedAtMs, wrongTries }: ViewedCell, scored: ScoreboardContest): string {
  const tries = wrongTries === 0 ? '' : wrongTries;
  if (acceptedAtMs !== undefined) return `+${tries} ${formatTimeSinceStart(scored, acceptedAtMs)}`;
  return tries === '' ? '—' : `-${tries}`;
}

export const userIds = ({ rows }: ScoreboardView) => rows.map((row) => row.userId);
