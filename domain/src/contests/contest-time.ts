import { type ContestTimes, lastEndTimeMs } from '#contests/contest-phase.ts';
import { type Interrupted, removedBeforeMs } from '#contests/removed-intervals.ts';

const MINUTE_MS = 60_000;
/** Room after the last submission, so that the right end of the rewind slider shows it. */
const REWIND_MARGIN_MS = 10_000;

const twoDigits = (value: number) => String(value).padStart(2, '0');

type StartedContest = Pick<ContestTimes, 'startTimeMs'> & Interrupted;

/**
 * Contest time of an instant: milliseconds since the start without what was cut out; negative before it. Stands still
 * within a removed interval.
 */
export function contestTimeMs(contest: StartedContest, atMs: number): number {
  const { startTimeMs } = contest;
  // The start may have moved behind an interval.
  const cutOutMs = removedBeforeMs(contest, atMs) - removedBeforeMs(contest, startTimeMs);
  return atMs - startTimeMs - cutOutMs;
}

/** Whole minutes of contest time, rounded down, so that the penalty and the shown time agree. */
function minutesSinceStart(contest: StartedContest, atMs: number): number {
  return Math.floor(contestTimeMs(contest, atMs) / MINUTE_MS);
}

/** Time since the start as `hh:mm`: hours may pass 99, and a time before the start has a minus. */
export function formatTimeSinceStart(contest: StartedContest, atMs: number): string {
  const minutes = minutesSinceStart(contest, atMs);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : ''}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

/** A length of time as `h:mm`, or `h:mm:ss` when it has seconds (rounded down). Negative lengths count as 0. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000));
  const hoursAndMinutes = `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60) % 60)}`;
  return seconds % 60 === 0 ? hoursAndMinutes : `${hoursAndMinutes}:${twoDigits(seconds % 60)}`;
}

/** Time left as `h:mm:ss`, rounded up, so that 0:00:00 means that it is over. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
}

export interface RewindRange {
  fromMs: number;
  toMs: number;
  /** Where the slider stands when the range is chosen. */
  midpointMs: number;
}

/**
 * What the time slider of the scoreboard runs over: the main time with extra time as far as it has passed, or
 * everything up to the last submission.
 *
 * @param lastSolutionSentAtMs from the scoreboard; 0 when there is none
 */
export function rewindRange(
  range: 'main' | 'full',
  contest: ContestTimes,
  now: { nowMs: number; lastSolutionSentAtMs: number },
): RewindRange {
  const fromMs = contest.startTimeMs;
  const wantedMs =
    range === 'main'
      ? Math.min(lastEndTimeMs(contest), now.nowMs)
      : now.lastSolutionSentAtMs + REWIND_MARGIN_MS;
  const toMs = Math.max(fromMs, wantedMs);
  return { fromMs, toMs, midpointMs: fromMs + Math.floor((toMs - fromMs) / 2) };
}
