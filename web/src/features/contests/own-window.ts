import type { Contest } from '@balloon/contracts/contests.ts';
import {
  type ContestStatus,
  endTimeMs,
  lastEndTimeMs,
  practiceEndTimeMs,
} from '@balloon/domain/contests/contest-phase.ts';

/** Whether the viewer may start a floating contest now, which they have not done. */
export function isStartable(contest: Contest, status: ContestStatus, nowMs: number): boolean {
  const { windowTimeMs, ownStartedAtMs, periodStartTimeMs } = contest;
  return (
    windowTimeMs !== null && ownStartedAtMs === null && status === 'WAITING' && periodStartTimeMs <= nowMs
  );
}

/** End of a window that begins at an instant: with the period at the latest, but for extra time. */
export const windowEndMs = (
  { windowTimeMs, periodEndTimeMs, ownExtraTimeMs }: Contest,
  startMs: number,
): number => Math.min(startMs + (windowTimeMs ?? 0), periodEndTimeMs) + ownExtraTimeMs;

/** What organisers did with the viewer's window between two readings; null: nothing. */
export function windowChange(before: Contest, after: Contest): 'takenBack' | 'extended' | 'shortened' | null {
  if (before.windowTimeMs === null || after.windowTimeMs === null || before.ownStartedAtMs === null)
    return null;
  if (after.ownStartedAtMs === null) return 'takenBack';
  const byMs = endTimeMs(after) - endTimeMs(before);
  if (byMs === 0) return null;
  return byMs > 0 ? 'extended' : 'shortened';
}

/**
 * A contest with the times that it has for everybody: the table of a floating contest lies in its period, whatever the
 * viewer's own window.
 */
export function wholePeriod(contest: Contest): Contest {
  const { windowTimeMs, periodStartTimeMs, periodEndTimeMs, absoluteFreezeTimeMs } = contest;
  if (windowTimeMs === null) return contest;
  const freezeMs = absoluteFreezeTimeMs === endTimeMs(contest) ? periodEndTimeMs : absoluteFreezeTimeMs;
  return {
    ...contest,
    startTimeMs: periodStartTimeMs,
    durationTimeMs: periodEndTimeMs - periodStartTimeMs,
    relativeFreezeTimeMs: freezeMs - periodStartTimeMs,
    practiceDurationTimeMs: contest.hasPracticeTime ? practiceEndTimeMs(contest) - periodEndTimeMs : 0,
    extraTimeMs: lastEndTimeMs(contest) - periodEndTimeMs,
    absoluteFreezeTimeMs: freezeMs,
    absoluteDurationTimeMs: periodEndTimeMs,
  };
}
