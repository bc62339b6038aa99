import type { ManagedContest } from '@balloon/contracts/contests/contest-form.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { readManagedContest } from '#features/contest-admin/managed-contest.ts';
import { raiseRevision } from '#features/contests/contest-revision.ts';
import { lockSupervisedContest } from '#features/contests/supervision.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Removes a contest from everybody's sight, or restores it. Nothing of it is deleted. A contest that is so already
 * stays as it is.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 */
export function setRemoved(
  { db, log }: Services,
  user: User,
  contestId: number,
  isRemoved: boolean,
): Promise<ManagedContest> {
  return db.transaction().execute(async (tx) => {
    const { isSuspended, name } = await lockSupervisedContest(tx, user, contestId);
    if (isSuspended !== isRemoved) {
      await tx.updateTable('contest').set({ isSuspended: isRemoved }).where('id', '=', contestId).execute();
      await recordChange(tx, user, {
        action: isRemoved ? 'contest.remove' : 'contest.restore',
        ...{
          subjectId: contestId,
          subjectName: name,
          contestId,
          version: await raiseRevision(tx, contestId),
        },
        before: { isSuspended },
        after: { isSuspended: isRemoved },
      });
      await announce(tx, 'contest.changed', { contestId });
      log.info({ contestId, supervisorId: user.id, isRemoved }, 'a contest was removed or restored');
    }
    return readManagedContest(tx, user.id, contestId);
  });
}
