import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { openContest } from '#features/contests/contest-access.ts';
import { appendContestEvent } from '#features/contests/contest-log.ts';
import type { Services, User } from '#services.ts';

/**
 * Makes the caller a participant. Joining again changes nothing.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} CONTEST_NOT_IN_TIME, CONTEST_ACCESS_DENIED
 */
export function joinContest({ db }: Services, user: User, contestId: number) {
  return db.transaction().execute(async (tx) => {
    const { contest } = await openContest({ db: tx }, user, contestId);
    const isNew = await addParticipant(tx, contest.id, user.id);
    return { previouslyJoined: !isNew };
  });
}

/**
 * Adds a participant to the contest and its log.
 *
 * @returns false when the person was in it already; of two simultaneous calls one returns true
 */
export async function addParticipant(tx: Tx, contestId: number, userId: number): Promise<boolean> {
  const joinedAtMs = await databaseNowMs(tx);
  const added = await tx
    .insertInto('contestParticipant')
    .values({ contestId, accountId: userId, joinedAtMs })
    .onConflict((conflict) => conflict.doNothing())
    .returning('accountId')
    .executeTakeFirst();
  if (!added) return false;
  await appendContestEvent(tx, contestId, { type: 'joined', userId, joinedAtMs }, joinedAtMs);
  return true;
}
