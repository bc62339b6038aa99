import type { WindowHistory } from '@balloon/contracts/people/own-time-changes.ts';
import { NotFoundError } from '#errors.ts';
import { findStart } from '#features/contest-control/windows/windows.queries.ts';
import { findOwnTimeChanges } from '#features/contests/own-time-changes.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import type { Services, User } from '#services.ts';

/**
 * What became of the window of one participant, newest first: who started it, moved its end or took it back, when and why.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it; PARTICIPANT_NOT_FOUND
 */
export async function readHistory(
  { db }: Services,
  user: User,
  { contestId, userId }: { contestId: number; userId: number },
): Promise<WindowHistory> {
  await getSupervisedContest(db, user, contestId);
  if (!(await findStart(db, contestId, userId))) {
    throw new NotFoundError('PARTICIPANT_NOT_FOUND', `User ${userId} does not take part in this contest`);
  }
  return { changes: await findOwnTimeChanges(db, contestId, userId) };
}
