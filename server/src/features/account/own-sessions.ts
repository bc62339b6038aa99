import type { Session } from '@balloon/contracts/people/account.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { NotFoundError } from '#errors.ts';
import type { Services, User } from '#services.ts';

/** Lists the person's sessions, the latest used first. */
export async function listSessions(
  { db }: Services,
  user: Pick<User, 'id'>,
  currentId: number,
): Promise<Session[]> {
  const nowMs = await databaseNowMs(db);
  const sessions = await db
    .selectFrom('session')
    .select(['id', 'createdAtMs', 'seenAtMs', 'ip', 'userAgent'])
    .where('accountId', '=', user.id)
    .where('expiresAtMs', '>', nowMs)
    .orderBy('seenAtMs', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return sessions.map((session) => ({ ...session, isCurrent: session.id === currentId }));
}

/**
 * Ends one session of the person; open pages notice within seconds.
 *
 * @throws {NotFoundError} SESSION_NOT_FOUND, also for sessions of other people
 */
export async function endSession({ db }: Services, user: User, sessionId: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('accountId', '=', user.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new NotFoundError('SESSION_NOT_FOUND', 'This session has ended already');
}

/** Ends all sessions of the person except the current one. */
export async function endOtherSessions({ db }: Services, user: User, currentId: number): Promise<void> {
  await db.deleteFrom('session').where('accountId', '=', user.id).where('id', '<>', currentId).execute();
}
