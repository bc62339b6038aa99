import { type ContestTimes, lastEndTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { ConflictError } from '#errors.ts';

/**
 * Refuses a change after which the last participant would go on: results that everybody has seen must not freeze again.
 *
 * @param before times before the change
 * @param extraTimeMs by which the last participant would end after the others
 * @throws {ConflictError} EXTRA_TIME_TOO_LATE
 */
export function refuseReopening(before: ContestTimes, extraTimeMs: number, nowMs: number): void {
  if (nowMs <= lastEndTimeMs(before) || lastEndTimeMs({ ...before, extraTimeMs }) < nowMs) return;
  throw new ConflictError(
    'EXTRA_TIME_TOO_LATE',
    'Everybody has ended and the results are open: extend the contest, or give extra time that is over already',
  );
}
