import type { Contest } from '@balloon/contracts/contests.ts';
import type { ContestStatus } from '@balloon/domain/contest-phase.ts';

/** Whether the viewer may start a floating contest now, which they have not done. */
export function isStartable(contest: Contest, status: ContestStatus, nowMs: number): boolean {
  const { windowTimeMs, ownStartedAtMs, periodStartTimeMs } = contest;
  return (
    windowTimeMs !== null && ownStartedAtMs === null && status === 'WAITING' && periodStartTimeMs <= nowMs
  );
}

/** Latest end of a window that begins at an instant: with the period. */
export const windowEndMs = ({ windowTimeMs, periodEndTimeMs }: Contest, startMs: number): number =>
  Math.min(startMs + (windowTimeMs ?? 0), periodEndTimeMs);
