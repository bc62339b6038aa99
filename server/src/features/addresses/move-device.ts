import type { DeviceMove } from '@balloon/contracts/hall/devices.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { NotFoundError } from '#errors.ts';
import { isKnownTo } from '#features/addresses/known-sessions.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { peopleBehind } from '#features/contests/acting/people-behind.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import type { Services, User } from '#services.ts';

/**
 * Transfers a participation to the device of a session, or releases it, so that the next device that comes takes part.
 * The former device is refused from then on, in every web process.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it; PARTICIPANT_NOT_FOUND;
 *   SESSION_NOT_FOUND for a session that ended, or of somebody else, or that the caller does not know of (`isKnownTo`)
 */
export function moveDevice(
  { db, log }: Services,
  supervisor: User,
  { contestId, userId, sessionId }: DeviceMove & { contestId: number; userId: number },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { name } = await getSupervisedContest(tx, supervisor, contestId);
    const { username } = await lockParticipant(tx, contestId, userId);
    const before = await findHeld(tx, contestId, userId);
    if (sessionId === null) await release(tx, contestId, userId);
    else await transfer(tx, supervisor, { contestId, userId, sessionId });
    await recordChange(tx, supervisor, {
      action: sessionId === null ? 'contest.releaseDevice' : 'contest.moveDevice',
      ...{ subjectId: contestId, subjectName: name, contestId },
      before: { device: before ?? null },
      after: { userId, username, device: (await findHeld(tx, contestId, userId)) ?? null },
    });
    log.info(
      { contestId, userId, supervisorId: supervisor.id, sessionId },
      'a participation changed devices',
    );
  });
}

async function lockParticipant(tx: Tx, contestId: number, userId: number): Promise<{ username: string }> {
  const found = await tx
    .selectFrom('contestParticipant')
    .innerJoin('account', 'account.id', 'contestParticipant.accountId')
    .select('account.username')
    .where('contestId', '=', contestId)
    .where('accountId', '=', userId)
    .where('accessMask', '=', ACCESS_GROUPS.user.mask)
    .forKeyShare('contestParticipant')
    .executeTakeFirst();
  if (found) return found;
  throw new NotFoundError('PARTICIPANT_NOT_FOUND', `User ${userId} does not take part in this contest`);
}

const findHeld = (tx: Tx, contestId: number, userId: number) =>
  tx
    .selectFrom('contestDevice')
    .select([sql<string | null>`host(ip)`.as('ip'), 'userAgent'])
    .where('contestId', '=', contestId)
    .where('accountId', '=', userId)
    .executeTakeFirst();

async function release(tx: Tx, contestId: number, userId: number): Promise<void> {
  await tx
    .deleteFrom('contestDevice')
    .where('contestId', '=', contestId)
    .where('accountId', '=', userId)
    .execute();
}

async function transfer(
  tx: Tx,
  supervisor: User,
  { contestId, userId, sessionId }: { contestId: number; userId: number; sessionId: number },
): Promise<void> {
  const nowMs = await databaseNowMs(tx);
  const session = await tx
    .selectFrom(peopleBehind(contestId).as('behind'))
    .innerJoin('session', 'session.accountId', 'behind.personId')
    .select(['session.deviceHash', 'session.ip', 'session.userAgent'])
    .where('session.id', '=', sessionId)
    .where('behind.participantId', '=', userId)
    .where('session.expiresAtMs', '>', nowMs)
    .where(await isKnownTo(tx, supervisor, contestId))
    .executeTakeFirst();
  if (!session) throw new NotFoundError('SESSION_NOT_FOUND', 'This session has ended');
  const held = { ...session, heldSinceMs: nowMs, movedById: supervisor.id };
  await tx
    .insertInto('contestDevice')
    .values({ contestId, accountId: userId, ...held })
    .onConflict((conflict) => conflict.columns(['contestId', 'accountId']).doUpdateSet(held))
    .execute();
}
