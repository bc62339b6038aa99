import { databaseNowMs } from '@balloon/database/clock.ts';
import { InvalidInputError, NotFoundError } from '#errors.ts';
import { appendContestEvents, lockContestLog } from '#features/contests/contest-log.ts';
import { removeParticipantRow } from '#features/contests/participants.queries.ts';
import { OWNER_ID, SUPPORT_ID } from '#features/installation/reserved-accounts.ts';
import { markAllDeleted } from '#features/solutions/solutions.queries.ts';
import { getSupervisedContest } from '#features/solutions/supervision.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Takes a participant out of a contest, with all they sent. The rows of the solutions stay, for who must look into
 * them later.
 *
 * @returns how many solutions went
 * @throws {InvalidInputError} PARTICIPANT_PROTECTED for the reserved accounts and oneself
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also for who does not supervise it; PARTICIPANT_NOT_FOUND
 */
export async function removeParticipant(
  { db, log }: Services,
  supervisor: User,
  { contestId, userId }: { contestId: number; userId: number },
): Promise<number> {
  await getSupervisedContest(db, supervisor, contestId);
  if ([OWNER_ID, SUPPORT_ID, supervisor.id].includes(userId)) {
    throw new InvalidInputError(
      'PARTICIPANT_PROTECTED',
      'This account cannot be removed from a contest by you',
    );
  }
  const removed = await db.transaction().execute(async (tx) => {
    await lockContestLog(tx, contestId);
    const nowMs = await databaseNowMs(tx);
    if (!(await removeParticipantRow(tx, contestId, userId))) {
      throw new NotFoundError('PARTICIPANT_NOT_FOUND', `User ${userId} does not take part in this contest`);
    }
    const solutionIds = await markAllDeleted(tx, { contestId, userId, nowMs });
    // One is enough to have the lists read again.
    const [solutionId] = solutionIds;
    if (solutionId !== undefined) {
      await announce(tx, 'solution.changed', { contestId, solutionId, userId, what: 'deleted' });
    }
    const deleted = solutionIds.map((solutionId) => ({ type: 'deleted', solutionId }) as const);
    await appendContestEvents(tx, contestId, [...deleted, { type: 'left', userId }], nowMs);
    return solutionIds.length;
  });
  log.info({ contestId, userId, supervisorId: supervisor.id }, 'a participant is removed from a contest');
  return removed;
}
