import type { Tx } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { ConflictError } from '#errors.ts';
import { NAME_OF_ACCOUNT } from '#features/users/name-of-account.ts';

/**
 * Makes sure that nobody registers as somebody else: under a username that reads like another one, or by the name of a team
 * or of somebody of the jury. Two people may share a name otherwise, and organisers may give any.
 *
 * @throws {ConflictError} USERNAME_TAKEN, NAME_TAKEN
 */
export async function expectOwnLook(
  tx: Tx,
  { username, firstName, lastName }: { username: string; firstName: string; lastName: string },
): Promise<void> {
  if (await isUsernameSeen(tx, username)) throw usernameTaken(username);
  const names = [`${firstName} ${lastName}`, `${lastName} ${firstName}`];
  if (!(await isNameGuarded(tx, names))) return;
  throw new ConflictError(
    'NAME_TAKEN',
    'A team or somebody of the jury has this name. If it is yours, ask the organisers to make the account',
  );
}

export const usernameTaken = (username: string) =>
  new ConflictError('USERNAME_TAKEN', `The username ${username} is taken. Choose another`);

/** Text as the database compares it by look. */
const lookOf = (text: string) => sql<string>`look_of(${text})`;

async function isUsernameSeen(tx: Tx, username: string): Promise<boolean> {
  const found = await tx
    .selectFrom('account')
    .select('id')
    .where('deletedAtMs', 'is', null)
    .where(sql<string>`look_of(username)`, '=', lookOf(username))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a team, somebody of the jury or the support has one of the names. */
async function isNameGuarded(tx: Tx, names: readonly string[]): Promise<boolean> {
  const looks = names.map((name) => lookOf(name.replaceAll(/\s+/gu, ' ')));
  const found = await tx
    .selectFrom('account')
    .leftJoin('team', 'team.accountId', 'account.id')
    .select('account.id')
    .where('account.deletedAtMs', 'is', null)
    .where((eb) =>
      eb.or([eb('team.name', 'is not', null), eb('account.accessMask', '<>', ACCESS_GROUPS.user.mask)]),
    )
    .where(sql<string>`look_of(${NAME_OF_ACCOUNT})`, 'in', looks)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
