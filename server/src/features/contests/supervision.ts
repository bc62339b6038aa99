import type { Db, Tx } from '@balloon/database/connect.ts';
import { type ContestAccess, isAdmin, supervisesContest } from '@balloon/domain/contests/contest-access.ts';
import { NotFoundError } from '#errors.ts';
import { viewerOf } from '#features/contests/contest-access.ts';
import { lockContestLog } from '#features/contests/contest-log.ts';
import { findContest, type StoredContest } from '#features/contests/contests.queries.ts';
import type { User } from '#services.ts';

/** `supervisesContest` for a caller: decides over others' solutions in lists, live events and rejudging alike. */
export function supervises(
  user: User,
  contest: Pick<ContestAccess, 'allowedGroupIds' | 'isSuspended'>,
): boolean {
  return supervisesContest(viewerOf(user), contest);
}

/**
 * A contest that the caller supervises.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 */
export async function getSupervisedContest(db: Db, user: User, contestId: number): Promise<StoredContest> {
  const contest = await findContest(db, contestId);
  if (contest && supervises(user, contest)) return contest;
  throw contestNotFound(contestId);
}

/**
 * Locks the log of a contest that the caller supervises. Senders wait for the lock, so whoever does not supervise the
 * contest is refused before it.
 *
 * @returns the contest as it is under the lock
 * @throws as `getSupervisedContest`
 */
export async function lockSupervisedContest(tx: Tx, user: User, contestId: number): Promise<StoredContest> {
  await getSupervisedContest(tx, user, contestId);
  await lockContestLog(tx, contestId);
  return getSupervisedContest(tx, user, contestId);
}

export const contestNotFound = (contestId: number) =>
  new NotFoundError('CONTEST_NOT_FOUND', `There is no contest ${contestId}`);

/** The groups whose contests a supervisor supervises, besides those that are open to everybody; null = all. */
export function supervisedGroups({ accessMask, groupIds }: User): readonly number[] | null {
  return isAdmin(accessMask) ? null : groupIds;
}
