import type { Contest } from '@balloon/contracts/contests.ts';
import { type ContestStatus, endTimeMs } from '@balloon/domain/contest-phase.ts';

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
