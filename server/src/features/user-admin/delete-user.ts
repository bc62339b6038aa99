import type { UserDeletion } from '@balloon/contracts/people/user-admin.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { voidAllKeys } from '#features/account/mailed-keys.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { announcePeople } from '#features/directory/announce-people.ts';
import { forgetDevices } from '#features/session/known-device.ts';
import { expectAnotherAdmin, knowsOf, userNotFound } from '#features/user-admin/managed-user.ts';
import { deleteSessions, disconnect, lockOther, subjectOf } from '#features/user-admin/sign-out-user.ts';
import { OWNER_ID, SUPPORT_ID } from '#features/users/reserved-ids.ts';
import type { Services, User } from '#services.ts';

/**
 * Returns what stays of people whose accounts are deleted, in sum.
 *
 * @throws {NotFoundError} USER_NOT_FOUND
 */
export async function previewUserDeletion(
  { db }: Services,
  reader: User,
  userIds: readonly number[],
): Promise<UserDeletion> {
  await expectKnown(db, reader, userIds);
  const isProtected = [OWNER_ID, SUPPORT_ID, reader.id].some((id) => userIds.includes(id));
  return { ...(await countTraces(db, userIds)), canDelete: isAdmin(reader.accessMask) && !isProtected };
}

/** @throws {NotFoundError} USER_NOT_FOUND, also for an admin about whom a moderator asks */
async function expectKnown(db: Db, reader: User, userIds: readonly number[]): Promise<void> {
  const found = await db
    .selectFrom('account')
    .select(['id', 'accessMask'])
    .where('id', '=', sql<number>`any(${[...userIds]}::integer[])`)
    .where('deletedAtMs', 'is', null)
    .execute();
  const known = new Set(found.filter((person) => knowsOf(reader, person)).map(({ id }) => id));
  const unknown = userIds.find((id) => !known.has(id));
  if (unknown !== undefined) throw userNotFound(unknown);
}

/**
 * Deletes accounts, all of them or none: their names and addresses are free, sessions and links to mail and messenger
 * end. Solutions, results, ratings and messages stay under the people's names, and so do the groups, or past ratings
 * would change.
 *
 * @throws {NotFoundError} USER_NOT_FOUND
 * @throws {ForbiddenError} USER_PROTECTED, OWN_ACCOUNT
 * @throws {ConflictError} LAST_ADMIN
 */
export async function deleteUsers(
  services: Services,
  admin: User,
  userIds: readonly number[],
): Promise<void> {
  const ended = await services.db.transaction().execute(async (tx) => {
    const sessions: number[] = [];
    for (const userId of [...userIds].sort((a, b) => a - b)) {
      const person = await lockOther(tx, admin, userId);
      if (isAdmin(person.accessMask)) await expectAnotherAdmin(tx, userId);
      const { id: _, version: __, isEntrusted: ___, ...before } = person;
      const traces = await countTraces(tx, [userId]);
      await recordChange(tx, admin, {
        ...{ action: 'user.delete', ...subjectOf(person) },
        before: { ...before, ...traces },
      });
      sessions.push(...(await removeAccount(tx, userId)));
    }
    await announcePeople(tx, userIds);
    return sessions;
  });
  disconnect(services, ended);
}

/** Marks an account as deleted, and ends its links and sessions. @returns ids of the sessions that ended */
async function removeAccount(tx: Tx, userId: number): Promise<number[]> {
  const deletedAtMs = await databaseNowMs(tx);
  await tx.updateTable('account').set({ deletedAtMs }).where('id', '=', userId).execute();
  await voidAllKeys(tx, userId);
  await forgetDevices(tx, userId);
  await tx.deleteFrom('telegramAccount').where('accountId', '=', userId).execute();
  return deleteSessions(tx, userId);
}

async function countTraces(db: Db, userIds: readonly number[]): Promise<Omit<UserDeletion, 'canDelete'>> {
  const ids = sql`${[...userIds]}::integer[]`;
  const { rows } = await sql<Omit<UserDeletion, 'canDelete'>>`
    select
      (select count(*) from solution where account_id = any (${ids}) and deleted_at_ms is null) as solutions,
      (select count(*) from contest_participant where account_id = any (${ids})) as contests,
      (select count(*) from rating_change where account_id = any (${ids})) as ratings,
      (select count(*) from chat_message where account_id = any (${ids}) and deleted_at_ms is null) as messages,
      (select count(*) from session where account_id = any (${ids})) as sessions
  `.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('The database returned no counts');
  return counts;
}
