import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { addParticipant } from '#features/contests/join-contest.ts';
import { contestNotFound, lockSupervisedContest } from '#features/contests/supervision.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Lets somebody into a contest, also when its time to join is over or the person is in none of its groups. Whoever takes
 * part already stays, and needs no group from then on.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it; USER_NOT_FOUND for others than
 *   participants who can sign in
 */
export function admitPerson(
  { db, log }: Services,
  supervisor: User,
  { contestId, userId }: { contestId: number; userId: number },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { name, isSuspended } = await lockSupervisedContest(tx, supervisor, contestId);
    if (isSuspended) throw contestNotFound(contestId);
    const person = await tx
      .selectFrom('account')
      .select('username')
      .where('id', '=', userId)
      .where('accessMask', '=', ACCESS_GROUPS.user.mask)
      .where('isBanned', '=', false)
      .where('deletedAtMs', 'is', null)
      .executeTakeFirst();
    if (!person)
      throw new NotFoundError('USER_NOT_FOUND', `There is no participant ${userId} who can sign in`);
    await addParticipant(tx, contestId, userId);
    await tx
      .updateTable('contestParticipant')
      .set({ isAdmitted: true })
      .where('contestId', '=', contestId)
      .where('accountId', '=', userId)
      .execute();
    await recordChange(tx, supervisor, {
      action: 'contest.admit',
      ...{ subjectId: contestId, subjectName: name, contestId },
      after: { userId, username: person.username },
    });
    await announce(tx, 'contest.changed', { contestId });
    log.info({ contestId, userId, supervisorId: supervisor.id }, 'a person was let into a contest');
  });
}
