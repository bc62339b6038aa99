import { type ContestTimes, isInPractice } from '#contests/contest-phase.ts';
import { contestTimeMs } from '#contests/contest-time.ts';
import { isRemoved } from '#contests/removed-intervals.ts';
import { COUNTABLE_VERDICTS, isWrongTry, type ScoringRules, USUAL_RULES } from '#contests/scoring-rules.ts';
import { VERDICTS, verdictById } from '#judging/verdicts.ts';

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
  /** Attempts that could still change the result: those without a verdict, and those that could not be judged. */
  pendingTries: number;
  /** When the last attempt that counted was sent, or 0. */
  lastCountedAtMs: number;
}

/** A contest with its times and rules; without `scoring` it has the usual ones. */
export interface ScoredContest extends ContestTimes {
  readonly scoring?: ScoringRules;
  /**
   * Whether a solve before the start has a negative time, as those of supervisors have, who send early. Others do so only where
   * the start moved afterwards, which must be no bonus: theirs counts as one at the start. Absent: it does not.
   */
  readonly hasNegativeTimes?: boolean;
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
 * @see CCS Requirements, "Scoring Data Generation", rules 1-3; a judging error counts as pending
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
    if (isPending(attempt)) {
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

/** Whether it is still open how an attempt ends; a judging error is the site's fault, and judged again. */
export const isPending = ({ verdictId }: Attempt): boolean =>
  verdictId === null || verdictId === VERDICTS.judgingError.id;

/** Effect of an attempt on its cell unless it was solved before; `null` when it does not count (yet). */
export function countsInCell(
  { verdictId }: Attempt,
  rules: ScoringRules = USUAL_RULES,
): 'solves' | 'wrong' | null {
  if (verdictId === null) return null;
  if (verdictById(verdictId)?.solves) return 'solves';
  return isWrongTry(verdictId, rules) ? 'wrong' : null;
}

/**
 * Contest time of an attempt in whole seconds, or in whole minutes where the contest counts those; before the start 0,
 * or negative where the contest has such times.
 *
 * @returns seconds
 */
export function countedTimeSec(contest: ScoredContest, { sentAtMs }: Pick<Attempt, 'sentAtMs'>): number {
  const unitSec = (contest.scoring?.penaltyPrecision ?? 'minute') === 'minute' ? 60 : 1;
  const timeSec = Math.floor(contestTimeMs(contest, sentAtMs) / (1000 * unitSec)) * unitSec;
  return contest.hasNegativeTimes ? timeSec : Math.max(0, timeSec);
}

/** Penalty of a cell in seconds; 0 while the problem is unsolved. */
export function cellPenaltySec(contest: ScoredContest, score: CellScore): number {
  if (score.acceptedBy === null) return 0;
  const { wrongTryPenaltyMin } = contest.scoring ?? USUAL_RULES;
  return countedTimeSec(contest, score.acceptedBy) + 60 * wrongTryPenaltyMin * score.wrongTries;
}

/** Seconds as whole minutes, rounded down. */
export const wholeMinutes = (seconds: number) => Math.floor(seconds / 60);

/** A cell as a viewer sees it, as data; the display formats its text. */
export interface ViewedCell {
  /** When the accepted attempt was sent; absent while the problem is unsolved, as are the next three. */
  acceptedAtMs?: number;
  /** Whole minutes that the cell adds to the penalty of its row. */
  penaltyMin?: number;
  /** Seconds that the cell adds to that penalty, where the contest counts seconds. */
  penaltySec?: number;
  inPractice?: boolean;
  /** Whether this is the first solve of the problem, as far as the viewer may know. */
  isFirstSolve?: true;
  /** Has attempts that the viewer will see when the freeze ends. */
  isFrozen?: true;
  /** Tries that counted, without the accepted one. */
  wrongTries: number;
  /** Judged tries up to the accepted one that cost nothing, such as compilation errors; absent: none. */
  freeTries?: number;
  /** Attempts without a verdict, that could not be judged, or hidden by the freeze. */
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
  const freeTries = countFree(contest, attempts, acceptedBy, view.untilMs);
  const free = freeTries > 0 ? { freeTries } : {};
  if (acceptedBy === null) {
    const hidden = countHidden(contest, attempts, view);
    return {
      ...(hidden > 0 && { isFrozen: true }),
      wrongTries,
      ...free,
      pendingTries: pendingTries + hidden,
    };
  }
  return {
    acceptedAtMs: acceptedBy.sentAtMs,
    ...penaltyOf(contest, cellPenaltySec(contest, score)),
    inPractice: isInPractice(contest, acceptedBy.sentAtMs),
    ...(acceptedBy === view.firstSolve && { isFirstSolve: true }),
    wrongTries,
    ...free,
    pendingTries,
  };
}

/** Number of judged attempts up to the accepted one that cost nothing in this contest, though they may in others. */
function countFree(
  contest: ScoredContest,
  attempts: readonly Attempt[],
  acceptedBy: Attempt | null,
  untilMs: number,
): number {
  let count = 0;
  for (const attempt of attempts) {
    if (attempt === acceptedBy || attempt.sentAtMs > untilMs) break;
    const { verdictId } = attempt;
    const mayCost = verdictId !== null && COUNTABLE_VERDICTS.includes(verdictId);
    if (!mayCost || isRemoved(contest, attempt.sentAtMs)) continue;
    if (countsInCell(attempt, contest.scoring) === null) count += 1;
  }
  return count;
}

/** A penalty as it is shown: minutes, and seconds where the contest counts in them. */
export function penaltyOf({ scoring }: ScoredContest, seconds: number) {
  return {
    penaltyMin: wholeMinutes(seconds),
    ...(scoring?.penaltyPrecision === 'second' && { penaltySec: seconds }),
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
