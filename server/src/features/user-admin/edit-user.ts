import type { AdminUser, EditUser } from '@balloon/contracts/people/user-admin.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { ForbiddenError } from '#errors.ts';
import { expectNotUsername, storePassword } from '#features/account/choose-password.ts';
import { voidAllKeys } from '#features/account/mailed-keys.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { expectVersion } from '#features/audit/stale-edit.ts';
import { announcePeople } from '#features/directory/announce-people.ts';
import { hashPassword } from '#features/session/password.ts';
import { boundSessions } from '#features/session/session.queries.ts';
import { readPerson } from '#features/user-admin/list-people.ts';
import {
  expectAnotherAdmin,
  expectMayControl,
  type LockedPerson,
  lockManaged,
} from '#features/user-admin/managed-user.ts';
import { expectOwnGroups, withFreeNames } from '#features/user-admin/new-account.ts';
import type { Services, User } from '#services.ts';

type Edit = EditUser & { userId: number };

/**
 * Changes a person. Roles and passwords of others are changed by admins only; a new password ends all sessions.
 * Moderators change memberships in their own groups only, usernames and addresses only of accounts entrusted to them.
 *
 * @throws {NotFoundError} USER_NOT_FOUND
 * @throws {ForbiddenError} USER_PROTECTED, USER_NOT_YOURS, ACCOUNT_NOT_YOURS, ROLE_ADMINS_ONLY, PASSWORD_ADMINS_ONLY, OWN_PASSWORD,
 *   OWN_EMAIL
 * @throws {InvalidInputError} GROUP_NOT_FOUND, PASSWORD_IS_USERNAME
 * @throws {ConflictError} CHANGED_MEANWHILE, USERNAME_TAKEN, EMAIL_TAKEN, LAST_ADMIN
 */
export async function editUser({ db }: Services, editor: User, edit: Edit): Promise<AdminUser> {
  // Before the transaction, whose locks hold up all who manage people: hashing takes long.
  const passwordHash = await hashForOther(editor, edit);
  return withFreeNames(() =>
    db.transaction().execute(async (tx) => {
      const person = await lockManaged(tx, editor, edit.userId);
      await expectVersion(tx, { kind: 'user', id: person.id, stored: person.version, read: edit.version });
      const before = fieldsOf(person);
      const after = await changedBy(tx, editor, person, edit);
      if (after.email !== before.email) expectOthersEmail(editor, person);
      const signsInOtherwise = after.email !== before.email || after.username !== before.username;
      if (signsInOtherwise) expectMayControl(editor, person);
      const { groupIds, accessGroup: accessMask, ...fields } = after;
      await tx
        .updateTable('account')
        .set((eb) => ({ ...fields, accessMask, version: eb('version', '+', 1) }))
        .where('id', '=', person.id)
        .execute();
      if (after.email !== before.email) await voidAllKeys(tx, person.id);
      if (accessMask !== person.accessMask) await boundSessions(tx, person.id, accessMask);
      await replaceGroups(tx, editor, person.id, groupIds);
      if (edit.password) expectNotUsername(edit.password, after.username);
      if (passwordHash !== null) await storePassword(tx, person.id, passwordHash);
      await recordChange(tx, editor, {
        ...{ action: 'user.edit', subjectId: person.id, subjectName: after.username, before },
        version: person.version + 1,
        after: { ...after, ...(passwordHash !== null && { hasNewPassword: true }) },
      });
      await announcePeople(tx, [person.id]);
      return readPerson({ db: tx }, editor, person.id);
    }),
  );
}

const fieldsOf = ({ username, firstName, lastName, email, accessMask, groupIds }: LockedPerson) => ({
  ...{ username, firstName, lastName, email, accessGroup: accessMask },
  groupIds: [...groupIds].sort((a, b) => a - b),
});

async function changedBy(tx: Tx, editor: User, person: LockedPerson, edit: Edit) {
  const present = fieldsOf(person);
  const { username = present.username, firstName = present.firstName, lastName = present.lastName } = edit;
  const { email = present.email, accessGroup = present.accessGroup } = edit;
  if (accessGroup !== present.accessGroup) await expectRoleChange(tx, editor, person);
  const groupIds = await groupsAfter(tx, editor, person, edit);
  return { username, firstName, lastName, email, accessGroup, groupIds };
}

/** Makes sure that the editor may change a role; an admin loses it only while there is another admin. */
async function expectRoleChange(tx: Tx, editor: User, person: LockedPerson): Promise<void> {
  if (!isAdmin(editor.accessMask)) {
    throw new ForbiddenError('ROLE_ADMINS_ONLY', 'Only admins change roles');
  }
  if (isAdmin(person.accessMask)) await expectAnotherAdmin(tx, person.id);
}

async function groupsAfter(tx: Tx, editor: User, person: LockedPerson, { groupIds }: Edit) {
  const present = fieldsOf(person).groupIds;
  const isOwnSupervision = person.id === editor.id && !isAdmin(editor.accessMask);
  if (groupIds === undefined || isOwnSupervision) return present;
  const added = groupIds.filter((id) => !present.includes(id));
  if (added.length > 0) await expectOwnGroups(tx, editor, added);
  const isOutOfReach = (id: number) => !isAdmin(editor.accessMask) && !editor.groupIds.includes(id);
  const kept = present.filter(isOutOfReach);
  return [...new Set([...kept, ...groupIds])].sort((a, b) => a - b);
}

async function replaceGroups(
  tx: Tx,
  editor: User,
  userId: number,
  groupIds: readonly number[],
): Promise<void> {
  const ids = sql`${[...groupIds]}::integer[]`;
  await sql`
    delete from user_group_member where account_id = ${userId} and group_id <> all (${ids})
  `.execute(tx);
  await sql`
    insert into user_group_member (group_id, account_id, is_entrusted)
    select id, ${userId}, ${isAdmin(editor.accessMask)} from unnest(${ids}) as one (id)
    on conflict do nothing
  `.execute(tx);
}

/** The profile asks for the password before the address changes: an open session must not be enough to take an account. */
function expectOthersEmail(editor: User, person: LockedPerson): void {
  if (person.id !== editor.id) return;
  throw new ForbiddenError('OWN_EMAIL', 'Change your own e-mail in your profile');
}

/**
 * Hashes the password that an editor chose for somebody else; null when there is none.
 *
 * @throws {ForbiddenError} OWN_PASSWORD, PASSWORD_ADMINS_ONLY
 */
async function hashForOther(editor: User, { userId, password }: Edit): Promise<string | null> {
  if (!password) return null;
  if (userId === editor.id) {
    throw new ForbiddenError('OWN_PASSWORD', 'Change your own password in your profile');
  }
  if (!isAdmin(editor.accessMask)) {
    throw new ForbiddenError('PASSWORD_ADMINS_ONLY', 'Only admins choose passwords for others: generate one');
  }
  return hashPassword(password);
}
