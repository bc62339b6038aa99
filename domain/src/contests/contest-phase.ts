import type { RemovedInterval } from '#contests/removed-intervals.ts';
import type { ScoringRules } from '#contests/scoring-rules.ts';

/** When a contest happens. The names are those of the wire format; offsets count from the start. */
export interface ContestTimes {
  startTimeMs: number;
  durationTimeMs: number;
  /** Offset of the freeze from the start; equal to the duration when the contest has no freeze. */
  relativeFreezeTimeMs: number;
  /** Length of the practice after the main time; 0 means none. */
  practiceDurationTimeMs: number;
  /** How much later than the main time the last participant ends, because of extra time. Absent: not at all. */
  extraTimeMs?: number;
  /** Whether the freeze outlives the end until somebody opens the results. Absent: it lifts by itself. */
  thawsByHand?: boolean;
  /**
   * Length of each participant's own main time where everybody starts by themselves within the main time of the contest,
   * which then is called its period. Absent or null: all start together.
   */
  windowTimeMs?: number | null;
  /** When somebody opened the results of a contest that waits for it; absent or null while nobody has. */
  thawedAtMs?: number | null;
  /** What was cut out of the contest. Lies within its wall-clock times, so it moves nothing by itself. */
  removedIntervals?: readonly RemovedInterval[];
  /** Absent: as in most contests. */
  scoring?: Pick<ScoringRules, 'edgeInstants' | 'removedSolutions'>;
}

/** The times together with the two switches that take a contest out of use. */
export interface ContestState extends ContestTimes {
  isEnabled: boolean;
  /** Removed, but restorable. */
  isSuspended: boolean;
}

export const CONTEST_STATUSES = [
  'NOT_ENABLED',
  'REMOVED',
  'FINISHED',
  'PRACTICE',
  'FROZEN',
  'WAITING',
  'RUNNING',
] as const;

export type ContestStatus = (typeof CONTEST_STATUSES)[number];

/** The instant at which results of others freeze. */
export function freezeTimeMs(contest: ContestTimes): number {
  return contest.startTimeMs + contest.relativeFreezeTimeMs;
}

/** The end of the main time. */
export function endTimeMs(contest: ContestTimes): number {
  return contest.startTimeMs + contest.durationTimeMs;
}

const edgeMs = ({ scoring }: ContestTimes) => (scoring?.edgeInstants === 'excluded' ? 1 : 0);

/** The last instant whose results are public during the freeze: the freeze itself unless the contest excludes it. */
export function lastPublicTimeMs(contest: ContestTimes): number {
  return freezeTimeMs(contest) - edgeMs(contest);
}

/** The last instant that is still in time: the end itself unless the contest excludes it. */
export function lastTimelyMs(contest: ContestTimes): number {
  return endTimeMs(contest) - edgeMs(contest);
}

export function practiceEndTimeMs(contest: ContestTimes): number {
  return endTimeMs(contest) + contest.practiceDurationTimeMs;
}

/** The end for who has the most extra time. Nothing is final and nothing opens "after the end" before it has passed. */
export function lastEndTimeMs(contest: ContestTimes): number {
  return endTimeMs(contest) + (contest.extraTimeMs ?? 0);
}

export function hasFreeze({ relativeFreezeTimeMs, durationTimeMs }: ContestTimes): boolean {
  return relativeFreezeTimeMs < durationTimeMs;
}

/** The last instant that the freeze may hide: the last participant has ended. */
export function frozenUntilMs(contest: ContestTimes): number {
  return hasFreeze(contest) ? lastEndTimeMs(contest) : endTimeMs(contest);
}

/**
 * The last instant at which the freeze hides something. It lasts for everybody until the last participant has ended, and
 * where somebody opens the results, until then; infinite while nobody has.
 */
export function thawTimeMs(contest: ContestTimes): number {
  const untilMs = frozenUntilMs(contest);
  if (!contest.thawsByHand || !hasFreeze(contest)) return untilMs;
  return Math.max(untilMs, contest.thawedAtMs ?? Number.POSITIVE_INFINITY);
}

/** Whether the end is over for everybody and the results wait for somebody who opens them. */
export function waitsForThaw(contest: ContestTimes, atMs: number): boolean {
  return frozenUntilMs(contest) < atMs && atMs <= thawTimeMs(contest);
}

/** The next instant at which a table looks different although nothing happened; null after the last one. */
export function nextTableMomentMs(contest: ContestTimes, nowMs: number): number | null {
  const moments = [contest.startTimeMs, endTimeMs(contest) + 1, thawTimeMs(contest) + 1];
  if (hasFreeze(contest)) moments.push(freezeTimeMs(contest));
  const later = moments.filter((atMs) => atMs > nowMs && Number.isFinite(atMs));
  return later.length > 0 ? Math.min(...later) : null;
}

/**
 * The times of a contest for somebody with extra time: the end moves, the freeze and the end of the practice stay.
 * The last end of the contest is the same for everybody.
 *
 * @param ownExtraMs what this person has, 0 for most
 */
export function withExtraTime<Times extends ContestTimes>(contest: Times, ownExtraMs: number): Times {
  if (ownExtraMs === 0) return contest;
  const durationTimeMs = contest.durationTimeMs + ownExtraMs;
  return {
    ...contest,
    durationTimeMs,
    relativeFreezeTimeMs: hasFreeze(contest) ? contest.relativeFreezeTimeMs : durationTimeMs,
    practiceDurationTimeMs: Math.max(0, contest.practiceDurationTimeMs - ownExtraMs),
    extraTimeMs: Math.max(0, (contest.extraTimeMs ?? 0) - ownExtraMs),
  };
}

/** The times of a contest for somebody who starts later than everybody: only the start moves. */
function withLaterStart<Times extends ContestTimes>(contest: Times, shiftMs: number): Times {
  if (shiftMs === 0) return contest;
  return {
    ...contest,
    startTimeMs: contest.startTimeMs + shiftMs,
    durationTimeMs: contest.durationTimeMs - shiftMs,
    relativeFreezeTimeMs: contest.relativeFreezeTimeMs - shiftMs,
  };
}

/** Whether everybody starts by themselves within the period of the contest. */
export function isFloating({ windowTimeMs = null }: Pick<ContestTimes, 'windowTimeMs'>): boolean {
  return windowTimeMs !== null;
}

/**
 * The times of a floating contest for somebody who started at an instant: their window ends with the period at the
 * latest. To who has not started the contest is one that has yet to start, until it is over for everybody. The freeze, the
 * last end and the end of a practice stay; practice follows the own window.
 *
 * @param startedAtMs null: not yet
 */
export function withOwnWindow<Times extends ContestTimes>(contest: Times, startedAtMs: number | null): Times {
  const { windowTimeMs = null, practiceDurationTimeMs } = contest;
  if (windowTimeMs === null) return contest;
  const periodEndMs = endTimeMs(contest);
  const startMs = Math.min(Math.max(startedAtMs ?? periodEndMs, contest.startTimeMs), periodEndMs);
  const endMs = Math.min(startMs + windowTimeMs, periodEndMs);
  return {
    ...contest,
    startTimeMs: startMs,
    durationTimeMs: endMs - startMs,
    relativeFreezeTimeMs: (hasFreeze(contest) ? freezeTimeMs(contest) : endMs) - startMs,
    practiceDurationTimeMs: practiceDurationTimeMs > 0 ? practiceEndTimeMs(contest) - endMs : 0,
    extraTimeMs: lastEndTimeMs(contest) - endMs,
  };
}

/** Whether an instant lies before the start that a person has now in a floating contest. */
export function isBeforeWindow(own: ContestTimes, atMs: number): boolean {
  return isFloating(own) && atMs < own.startTimeMs;
}

/** How the main time of one person differs from everybody's: it starts and ends that much later. */
export interface OwnTimes {
  ownStartShiftMs: number;
  ownExtraTimeMs: number;
  /** When this person started a floating contest; null: not yet. Absent: the times of its whole period. */
  ownStartedAtMs?: number | null | undefined;
}

/** The times of a contest for one person. */
export function withOwnTimes<Times extends ContestTimes>(contest: Times, own: OwnTimes): Times {
  const { ownStartShiftMs, ownExtraTimeMs, ownStartedAtMs } = own;
  if (!isFloating(contest)) return withExtraTime(withLaterStart(contest, ownStartShiftMs), ownExtraTimeMs);
  if (ownStartedAtMs === undefined) return contest;
  const extraMs = ownStartedAtMs === null ? 0 : ownExtraTimeMs;
  const times = withExtraTime(withOwnWindow(contest, ownStartedAtMs), extraMs);
  if (!hasFreeze(contest)) return times;
  // The freeze of the period may lie behind the end of the window, and extra time then reaches into it.
  return { ...times, relativeFreezeTimeMs: freezeTimeMs(contest) - times.startTimeMs };
}

/** Phase of the contest at an instant. The switches come before the times. */
export function contestStatus(contest: ContestState, atMs: number): ContestStatus {
  if (!contest.isEnabled) return 'NOT_ENABLED';
  if (contest.isSuspended) return 'REMOVED';
  if (atMs > practiceEndTimeMs(contest)) return 'FINISHED';
  if (atMs >= endTimeMs(contest)) return 'PRACTICE';
  // Who starts later than everybody may do so in the freeze.
  if (atMs < contest.startTimeMs) return 'WAITING';
  return atMs >= freezeTimeMs(contest) ? 'FROZEN' : 'RUNNING';
}

/** Whether the main time runs, frozen or not. */
export const isMainTime = (status: ContestStatus) => status === 'RUNNING' || status === 'FROZEN';

/** Whether results of others are frozen at an instant. Both ends are included. */
export function isInFrozenInterval(contest: ContestTimes, atMs: number): boolean {
  return freezeTimeMs(contest) <= atMs && atMs <= thawTimeMs(contest);
}

/** Whether the freeze hides, at an instant, how an attempt ended that was sent at another. */
export function isHiddenByFreeze(contest: ContestTimes, sentAtMs: number, atMs: number): boolean {
  return sentAtMs > lastPublicTimeMs(contest) && atMs <= thawTimeMs(contest);
}

/** Whether a submission is practice: sent after the main time. */
export function isInPractice(contest: ContestTimes, sentAtMs: number): boolean {
  return sentAtMs > lastTimelyMs(contest);
}

type CategoryRule = (contest: ContestState, atMs: number) => boolean;

const strictlyBetween = (fromMs: number, atMs: number, toMs: number) => fromMs < atMs && atMs < toMs;

/**
 * Filters of the contest list. Removed contests appear in `showOnlyRemoved` alone, which
 * `isInCategory` sees to. The bounds are strict, unlike those of the status.
 */
const CATEGORY_RULES = {
  all: () => true,
  showOnlyStarted: (contest, atMs) => strictlyBetween(contest.startTimeMs, atMs, endTimeMs(contest)),
  showOnlyFrozen: (contest, atMs) => strictlyBetween(freezeTimeMs(contest), atMs, endTimeMs(contest)),
  showOnlyPractice: (contest, atMs) => strictlyBetween(endTimeMs(contest), atMs, practiceEndTimeMs(contest)),
  showOnlyFinished: (contest, atMs) => practiceEndTimeMs(contest) < atMs,
  showOnlyEnabled: (contest) => contest.isEnabled,
  showOnlyDisabled: (contest) => !contest.isEnabled,
  showOnlyRemoved: (contest) => contest.isSuspended,
} as const satisfies Record<string, CategoryRule>;

export type ContestCategory = keyof typeof CATEGORY_RULES;

export const CONTEST_CATEGORIES = Object.keys(CATEGORY_RULES) as readonly ContestCategory[];

export function isInCategory(contest: ContestState, category: ContestCategory, atMs: number): boolean {
  const wantsRemoved = category === 'showOnlyRemoved';
  const rule: CategoryRule = CATEGORY_RULES[category];
  return contest.isSuspended === wantsRemoved && rule(contest, atMs);
}
