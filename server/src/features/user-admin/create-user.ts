import type { CreatedUser, NewUser } from '@balloon/contracts/people/user-admin.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { InvalidInputError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { announcePeople } from '#features/directory/announce-people.ts';
import { generatedPassword } from '#features/session/generated-password.ts';
import { hashPassword } from '#features/session/password.ts';
import { readPerson } from '#features/user-admin/list-people.ts';
import {
  expectFitPassword,
  expectMayGiveRole,
  expectOwnGroups,
  freeUsername,
  withFreeNames,
} from '#features/user-admin/new-account.ts';
import type { Services, User } from '#services.ts';

/**
 * Creates an account. A missing username is made from the names; a missing password is generated, and is in this
 * answer only.
 *
 * @throws {ForbiddenError} ROLE_ADMINS_ONLY
 * @throws {InvalidInputError} USERNAME_REQUIRED, GROUP_NOT_FOUND, GROUPS_REQUIRED, PASSWORD_TOO_SIMPLE
 * @throws {ConflictError} USERNAME_TAKEN, EMAIL_TAKEN
 */
export async function createUser({ db }: Services, author: User, input: NewUser): Promise<CreatedUser> {
  const { firstName, lastName, email, accessGroup } = input;
  const groupIds = [...new Set(input.groupIds)];
  expectMayGiveRole(author, accessGroup);
  await expectOwnGroups(db, author, groupIds);
  const username = input.username || (await freeUsername(db, { firstName, lastName }));
  if (username === '')
    throw new InvalidInputError('USERNAME_REQUIRED', 'Give the person a name or a username');
  const made = input.password ? null : generatedPassword();
  const password = made ?? input.password ?? '';
  expectFitPassword(password, username, accessGroup);
  const account = { username, firstName, lastName, email, accessMask: accessGroup };
  const passwordHash = await hashPassword(password);

  return withFreeNames(() =>
    db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('account')
        .values({ ...account, passwordHash, registeredAtMs: await databaseNowMs(tx) })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (groupIds.length > 0) {
        const rows = groupIds.map((groupId) => ({ groupId, accountId: id, isEntrusted: true }));
        await tx.insertInto('userGroupMember').values(rows).execute();
      }
      const after = { ...account, groupIds };
      await recordChange(tx, author, { action: 'user.create', subjectId: id, subjectName: username, after });
      await announcePeople(tx, [id]);
      return { ...(await readPerson({ db: tx }, author, id)), generatedPassword: made };
    }),
  );
}
