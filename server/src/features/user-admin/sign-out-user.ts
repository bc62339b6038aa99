import type { Session } from '@balloon/contracts/people/account.ts';
import type { GeneratedPasswords } from '@balloon/contracts/people/user-admin.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { ForbiddenError, NotFoundError } from '#errors.ts';
import { storePassword } from '#features/account/choose-password.ts';
import { listSessions } from '#features/account/own-sessions.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { announcePeople } from '#features/directory/announce-people.ts';
import { generatedPassword } from '#features/session/generated-password.ts';
import { hashPassword } from '#features/session/password.ts';
import { readPerson } from '#features/user-admin/list-people.ts';
import {
  accountNotYours,
  expectAnotherAdmin,
  expectMayControl,
  expectMayManage,
  type LockedPerson,
  lockManaged,
} from '#features/user-admin/managed-user.ts';
import type { Services, User } from '#services.ts';

/*
 * Bans, sessions and new passwords: all operations that end the sessions of a person. Open pages of this process are
 * disconnected at once, those of other web processes within seconds.
 */

/**
 * Bans a person: all sessions end, and signing in is refused with the reason.
 *
 * @throws {NotFoundError} USER_NOT_FOUND
 * @throws {ForbiddenError} USER_PROTECTED, USER_NOT_YOURS, ACCOUNT_NOT_YOURS, OWN_ACCOUNT
 * @throws {ConflictError} LAST_ADMIN
 */
export function banUser(
  services: Services,
  supervisor: User,
  { userId, reason }: { userId: number; reason: string },
): Promise<void> {
  return banUsers(services, supervisor, { userIds: [userId], reason });
}

/** Bans people, all of them or nobody; errors as `banUser`. */
export async function banUsers(
  services: Services,
  supervisor: User,
  { userIds, reason }: { userIds: readonly number[]; reason: string },
): Promise<void> {
  const ended = await services.db.transaction().execute(async (tx) => {
    const sessions: number[] = [];
    for (const userId of [...userIds].sort((a, b) => a - b)) {
      sessions.push(...(await banOne(tx, supervisor, userId, reason)));
    }
    await announcePeople(tx, userIds);
    return sessions;
  });
  disconnect(services, ended);
}

/** @returns ids of the sessions that ended */
async function banOne(tx: Tx, supervisor: User, userId: number, reason: string): Promise<number[]> {
  const person = await lockOther(tx, supervisor, userId);
  if (isAdmin(person.accessMask)) await expectAnotherAdmin(tx, userId);
  const bannedAtMs = await databaseNowMs(tx);
  await setBan(tx, userId, { isBanned: true, banReason: reason || null, bannedAtMs });
  const subject = { ...subjectOf(person), version: person.version + 1 };
  await recordChange(tx, supervisor, { action: 'user.ban', ...subject, after: { reason } });
  return deleteSessions(tx, userId);
}

/** Ends the ban of a person; errors as `banUser`. */
export function unbanUser({ db }: Services, supervisor: User, userId: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const person = await lockOther(tx, supervisor, userId);
    await setBan(tx, userId, { isBanned: false, banReason: null, bannedAtMs: null });
    const before = { isBanned: person.isBanned, reason: person.banReason };
    const subject = { ...subjectOf(person), version: person.version + 1 };
    await recordChange(tx, supervisor, { action: 'user.unban', ...subject, before });
    await announcePeople(tx, [userId]);
  });
}

/** Lists where a person is signed in; errors as `banUser`. */
export async function listSessionsOf(
  services: Services,
  supervisor: User,
  userId: number,
): Promise<Session[]> {
  const { accessGroup, groups, canControl } = await readPerson(services, supervisor, userId);
  const groupIds = groups.map(({ id }) => id);
  expectMayManage(supervisor, { id: userId, accessMask: accessGroup.mask, groupIds });
  if (!canControl) throw accountNotYours();
  return listSessions(services, { id: userId }, 0);
}

/**
 * Ends one session of a person, or all of them. Errors as `banUser`.
 *
 * @throws {NotFoundError} SESSION_NOT_FOUND when the person has no such session
 */
export async function endSessionsOf(
  services: Services,
  supervisor: User,
  { userId, sessionId }: { userId: number; sessionId: number | null },
): Promise<void> {
  const ended = await services.db.transaction().execute(async (tx) => {
    const person = await lockOther(tx, supervisor, userId);
    const ids = await deleteSessions(tx, userId, sessionId);
    if (sessionId !== null && ids.length === 0) {
      throw new NotFoundError('SESSION_NOT_FOUND', 'This session has ended already');
    }
    const before = { sessions: ids.length };
    await recordChange(tx, supervisor, { action: 'user.endSessions', ...subjectOf(person), before });
    await announcePeople(tx, [userId]);
    return ids;
  });
  disconnect(services, ended);
}

/**
 * Gives people new generated passwords, which are in this answer only; all their sessions end. All get one or nobody does.
 * Errors as `banUser`.
 *
 * @throws {ForbiddenError} OWN_PASSWORD
 */
export async function renewPasswords(
  services: Services,
  supervisor: User,
  userIds: readonly number[],
): Promise<GeneratedPasswords> {
  const made = await Promise.all(
    userIds.map(async (userId) => {
      const password = generatedPassword();
      return { userId, password, passwordHash: await hashPassword(password) };
    }),
  );
  return services.db.transaction().execute(async (tx) => {
    const renewed: GeneratedPasswords = [];
    for (const { userId, password, passwordHash } of made.sort((a, b) => a.userId - b.userId)) {
      const person = await lockManaged(tx, supervisor, userId);
      if (userId === supervisor.id) throw ownPassword();
      expectMayControl(supervisor, person);
      await storePassword(tx, userId, passwordHash);
      await recordChange(tx, supervisor, { action: 'user.password', ...subjectOf(person) });
      const { username, firstName, lastName } = person;
      renewed.push({ userId, username, firstName, lastName, password });
    }
    return renewed;
  });
}

const ownPassword = () => new ForbiddenError('OWN_PASSWORD', 'Change your own password in your profile');

/** @throws as `lockManaged`, and {ForbiddenError} ACCOUNT_NOT_YOURS, OWN_ACCOUNT */
export async function lockOther(tx: Tx, supervisor: User, userId: number): Promise<LockedPerson> {
  const person = await lockManaged(tx, supervisor, userId);
  expectMayControl(supervisor, person);
  if (userId !== supervisor.id) return person;
  throw new ForbiddenError('OWN_ACCOUNT', 'This is your own account: somebody else has to do that');
}

export const subjectOf = ({ id, username }: LockedPerson) => ({ subjectId: id, subjectName: username });

async function setBan(
  tx: Tx,
  userId: number,
  ban: { isBanned: boolean; banReason: string | null; bannedAtMs: number | null },
): Promise<void> {
  await tx
    .updateTable('account')
    .set((eb) => ({ ...ban, version: eb('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** Ends sessions. @returns ids of the sessions that ended */
export async function deleteSessions(
  tx: Tx,
  userId: number,
  sessionId: number | null = null,
): Promise<number[]> {
  const ended = await tx
    .deleteFrom('session')
    .where('accountId', '=', userId)
    .$if(sessionId !== null, (query) => query.where('id', '=', sessionId as number))
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

export function disconnect({ sockets }: Services, sessionIds: readonly number[]): void {
  for (const id of sessionIds) sockets.endSession(id);
}
