import type { VirtualStanding } from '@balloon/contracts/contests/virtual.ts';
import { findRuns } from '#features/virtual/virtual.queries.ts';
import { visitPastContest } from '#features/virtual/visit-past-contest.ts';
import type { Services, User } from '#services.ts';

/**
 * Whether a person may begin a virtual participation in a contest, and those that they began.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 */
export async function readVirtualStanding(
  { db }: Services,
  user: User,
  contestId: number,
): Promise<VirtualStanding> {
  const { isAllowed, durationTimeMs, nowMs } = await visitPastContest(db, user, contestId);
  const runs = await findRuns(db, contestId, user.id);
  return { isAllowed: isAllowed && !runs.some((run) => isUnfinished(run, nowMs)), durationTimeMs, runs };
}

/** Whether the main time of a virtual participation has yet to end. */
export const isUnfinished = (run: { startTimeMs: number; durationTimeMs: number }, nowMs: number) =>
  nowMs <= run.startTimeMs + run.durationTimeMs;
