import { type ContestTimes, isInPractice } from '#contest-phase.ts';
import { minutesSinceStart } from '#contest-time.ts';
import { isRemoved } from '#removed-intervals.ts';
import { VERDICTS, verdictById } from '#verdicts.ts';

/** A solution as the scoreboard sees it. Never changed: a new verdict makes a new attempt. */
export interface Attempt {
  readonly solutionId: number;
  readonly sentAtMs: number;
  /** `null` until judged. */
  readonly verdictId: number | null;
}

/** Result of a participant's attempts on one problem. */
export interface CellScore {
  /** The earliest accepted attempt; it closes the cell. */
  acceptedBy: Attempt | null;
  wrongTries: number;
  /** Attempts without a verdict that could still change the result. */
  pendingTries: number;
  /** When the last attempt that counted was sent, or 0. */
  lastCountedAtMs: number;
}

/** What a contest's organisers decide about scoring. */
export interface ScoringRules {
  /** Minutes that each wrong try before the accepted one costs. */
  readonly wrongTryPenaltyMin: number;
  /** Whether a compilation error is a wrong try. */
  readonly countsCompilationErrors: boolean;
}

/** The usual rules: 20 minutes for a wrong try, none for a compilation error. */
export const ICPC_RULES: ScoringRules = { wrongTryPenaltyMin: 20, countsCompilationErrors: false };

/** A contest with its times and rules; without `scoring` it has the usual ones. */
export interface ScoredContest extends ContestTimes {
  readonly scoring?: ScoringRules;
}

/** The order of attempts within a cell: by time, of equal times by id. */
export function compareAttempts(a: Attempt, b: Attempt): number {
  return a.sentAtMs - b.sentAtMs || a.solutionId - b.solutionId;
}

/**
 * Scores one participant on one problem as of an instant, judging by when an attempt was sent and
 * not by when its verdict came. Attempts in a removed interval are passed over.
 *
 * @param attempts of that participant on that problem in the order of `compareAttempts`
 * @param untilMs attempts sent at this instant still belong to the picture
 * @see CCS Requirements, "Scoring Data Generation", rules 1-3
 */
export function scoreCell(
  attempts: readonly Attempt[],
  untilMs: number,
  contest: Pick<ScoredContest, 'scoring' | 'removedIntervals'> = {},
): CellScore {
  const score: CellScore = { acceptedBy: null, wrongTries: 0, pendingTries: 0, lastCountedAtMs: 0 };
  for (const attempt of attempts) {
    if (attempt.sentAtMs > untilMs) break;
    if (isRemoved(contest, attempt.sentAtMs)) continue;
    if (attempt.verdictId === null) {
      score.pendingTries += 1;
      continue;
    }
    const counts = countsInCell(attempt, contest.scoring);
    if (counts === null) continue;
    score.lastCountedAtMs = attempt.sentAtMs;
    if (counts === 'solves') return { ...score, acceptedBy: attempt };
    score.wrongTries += 1;
  }
  return score;
}

/** Effect of an attempt on its cell unless it was solved before; `null` when it does not count (yet). */
export function countsInCell(
  { verdictId }: Attempt,
  { countsCompilationErrors }: ScoringRules = ICPC_RULES,
): 'solves' | 'wrong' | null {
  if (countsCompilationErrors && verdictId === VERDICTS.compilationError.id) return 'wrong';
  const verdict = verdictId === null ? undefined : verdictById(verdictId);
  if (verdict?.solves) return 'solves';
  return verdict?.scored ? 'wrong' : null;
}

/** Penalty of a cell in whole minutes; 0 while the problem is unsolved. Negative before the start. */
export function cellPenaltyMin(contest: ScoredContest, score: CellScore): number {
  if (score.acceptedBy === null) return 0;
  const { wrongTryPenaltyMin } = contest.scoring ?? ICPC_RULES;
  return minutesSinceStart(contest, score.acceptedBy.sentAtMs) + wrongTryPenaltyMin * score.wrongTries;
}

/** A cell as a viewer sees it, as data; the display formats its text. */
export interface ViewedCell {
  /** When the accepted attempt was sent; absent while the problem is unsolved, as are the next three. */
  acceptedAtMs?: number;
  /** Minutes that the cell adds to the penalty of its row. */
  penaltyMin?: number;
  inPractice?: boolean;
  /** Whether this is the first solve of the problem, as far as the viewer may know. */
  isFirstSolve?: true;
  /** Has attempts that the viewer will see when the freeze ends. */
  isFrozen?: true;
  /** Tries that counted, without the accepted one. */
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
 * Shows a cell. A frozen one gives how many attempts followed the freeze, whatever their verdicts,
 * so that the number says nothing about outcomes (a compilation error counts too).
 */
export function viewCell(contest: ScoredContest, attempts: readonly Attempt[], view: CellView): ViewedCell {
  const score = scoreCell(attempts, view.untilMs, contest);
  const { acceptedBy, wrongTries, pendingTries } = score;
  if (acceptedBy === null) {
    const hidden = countHidden(contest, attempts, view);
    return { ...(hidden > 0 && { isFrozen: true }), wrongTries, pendingTries: pendingTries + hidden };
  }
  return {
    acceptedAtMs: acceptedBy.sentAtMs,
    penaltyMin: cellPenaltyMin(contest, score),
    inPractice: isInPractice(contest, acceptedBy.sentAtMs),
    ...(acceptedBy === view.firstSolve && { isFirstSolve: true }),
    wrongTries,
    pendingTries,
  };
}

/** Number of attempts after what is shown, without those that can never count. */
function countHidden(
  contest: ScoredContest,
  attempts: readonly Attempt[],
  { untilMs, seenUntilMs }: CellView,
): number {
  let count = 0;
  for (const { sentAtMs } of attempts) {
    const isHidden = untilMs < sentAtMs && sentAtMs <= seenUntilMs;
    if (isHidden && !isRemoved(contest, sentAtMs)) count += 1;
  }
  return count;
}
