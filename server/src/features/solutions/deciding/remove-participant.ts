import { databaseNowMs } from '@balloon/database/clock.ts';
import { InvalidInputError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { appendContestEvents, lockContestLog } from '#features/contests/contest-log.ts';
import { removeParticipantRow } from '#features/contests/participants.queries.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { markAllDeleted } from '#features/solutions/deciding/deciding.queries.ts';
import { OWNER_ID, SUPPORT_ID } from '#features/users/reserved-ids.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Removes a participant with all their solutions from a contest. The rows of the solutions stay for later
 * inquiries.
 *
 * @returns number of removed solutions
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
    // A single announcement is enough: clients read their lists again.
    const [solutionId] = solutionIds;
    if (solutionId !== undefined) {
      await announce(tx, 'solution.changed', { contestId, solutionId, userId, what: 'deleted' });
    }
    const deleted = solutionIds.map((solutionId) => ({ type: 'deleted', solutionId }) as const);
    await appendContestEvents(tx, contestId, [...deleted, { type: 'left', userId }], nowMs);
    const before = { userId, solutions: solutionIds.length };
    await recordChange(tx, supervisor, {
      action: 'contest.removeParticipant',
      subjectId: contestId,
      contestId,
      before,
    });
    return solutionIds.length;
  });
  log.info({ contestId, userId, supervisorId: supervisor.id }, 'a participant is removed from a contest');
  return removed;
}
