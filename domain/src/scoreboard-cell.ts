import { type ContestTimes, isInPractice } from '#contest-phase.ts';
import { formatTimeSinceStart, minutesSinceStart } from '#contest-time.ts';
import { verdictById } from '#verdicts.ts';

/** A solution as the scoreboard sees it. Never changed: a new verdict makes a new attempt. */
export interface Attempt {
  readonly solutionId: number;
  readonly sentAtMs: number;
  /** `null` until judged. */
  readonly verdictId: number | null;
}

/** What a participant's attempts on one problem come to. */
export interface CellScore {
  /** The earliest accepted attempt; it closes the cell. */
  acceptedBy: Attempt | null;
  wrongTries: number;
  /** Attempts without a verdict that could still change the result. */
  pendingTries: number;
  /** When the last attempt that counted was sent, or 0. */
  lastCountedAtMs: number;
}

/** Minutes that each wrong try before the accepted one costs. */
export const WRONG_TRY_PENALTY_MIN = 20;

/** The text of a cell in which nothing counted. */
export const EMPTY_CELL = '—';

/** The order of attempts within a cell: by time, of equal times by id. */
export function compareAttempts(a: Attempt, b: Attempt): number {
  return a.sentAtMs - b.sentAtMs || a.solutionId - b.solutionId;
}

/**
 * Scores one participant on one problem as of an instant, judging by when an attempt was sent and
 * not by when its verdict came.
 *
 * @param attempts of that participant on that problem in the order of `compareAttempts`
 * @param untilMs attempts sent at this instant still belong to the picture
 * @see CCS Requirements, "Scoring Data Generation", rules 1-3
 */
export function scoreCell(attempts: readonly Attempt[], untilMs: number): CellScore {
  const score: CellScore = { acceptedBy: null, wrongTries: 0, pendingTries: 0, lastCountedAtMs: 0 };
  for (const attempt of attempts) {
    if (attempt.sentAtMs > untilMs) break;
    if (attempt.verdictId === null) {
      score.pendingTries += 1;
      continue;
    }
    const counts = countsInCell(attempt);
    if (counts === null) continue;
    score.lastCountedAtMs = attempt.sentAtMs;
    if (counts === 'solves') return { ...score, acceptedBy: attempt };
    score.wrongTries += 1;
  }
  return score;
}

/** What an attempt does to its cell, unless the problem was solved before; `null` when it counts for nothing (yet). */
export function countsInCell({ verdictId }: Attempt): 'solves' | 'wrong' | null {
  const verdict = verdictId === null ? undefined : verdictById(verdictId);
  if (verdict?.solves) return 'solves';
  return verdict?.scored ? 'wrong' : null;
}

/** Penalty of a cell in whole minutes; 0 while the problem is unsolved. Negative before the start. */
export function cellPenaltyMin(contest: ContestTimes, score: CellScore): number {
  if (score.acceptedBy === null) return 0;
  return minutesSinceStart(contest, score.acceptedBy.sentAtMs) + WRONG_TRY_PENALTY_MIN * score.wrongTries;
}

/** A cell as somebody sees it. The fields of the wire format keep their names. */
export interface ViewedCell {
  /** `—`, `+`, `+2` (two wrong tries before), `-2` (two wrong tries, unsolved). */
  result: string;
  /** `hh:mm` since the start; only when solved, as the next two. */
  acceptedAt?: string;
  acceptedAtMs?: number;
  inPractice?: boolean;
  /** The first to solve this problem, as far as the viewer may know. */
  isFirstSolve?: true;
  /** There are attempts that the viewer will learn about when the freeze ends. */
  cellFrozen?: true;
  wrongTries: number;
  /** Attempts without a verdict, or hidden by the freeze. */
  pendingTries: number;
}

export interface CellView {
  /** Results are shown as of this instant; earlier than `seenUntilMs` for a frozen cell. */
  untilMs: number;
  /** Attempts sent up to here show as activity, without their outcome. */
  seenUntilMs: number;
  /** The first accepted attempt of everybody on this problem. */
  firstSolve: Attempt | null;
}

/**
 * Shows a cell. A frozen one tells how many attempts followed the freeze, whatever their verdicts,
 * so that the number says nothing about outcomes (a compilation error counts too).
 */
export function viewCell(contest: ContestTimes, attempts: readonly Attempt[], view: CellView): ViewedCell {
  const { acceptedBy, wrongTries, pendingTries } = scoreCell(attempts, view.untilMs);
  if (acceptedBy === null) {
    const hidden = countSentWithin(attempts, view.untilMs, view.seenUntilMs);
    return {
      result: wrongTries === 0 ? EMPTY_CELL : `-${wrongTries}`,
      ...(hidden > 0 && { cellFrozen: true }),
      wrongTries,
      pendingTries: pendingTries + hidden,
    };
  }
  return {
    result: wrongTries === 0 ? '+' : `+${wrongTries}`,
    acceptedAt: formatTimeSinceStart(contest, acceptedBy.sentAtMs),
    acceptedAtMs: acceptedBy.sentAtMs,
    inPractice: isInPractice(contest, acceptedBy.sentAtMs),
    ...(acceptedBy === view.firstSolve && { isFirstSolve: true }),
    wrongTries,
    pendingTries,
  };
}

function countSentWithin(attempts: readonly Attempt[], afterMs: number, untilMs: number): number {
  let count = 0;
  for (const { sentAtMs } of attempts) {
    if (afterMs < sentAtMs && sentAtMs <= untilMs) count += 1;
  }
  return count;
}
