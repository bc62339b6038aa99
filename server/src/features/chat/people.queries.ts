import type { Db } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { PUBLIC_USER_COLUMNS } from '#features/users/public-user.ts';

/** Returns an account that was not deleted, or `undefined`. */
export function findAccount(db: Db, id: number) {
  return db
    .selectFrom('account')
    .select(PUBLIC_USER_COLUMNS)
    .where('id', '=', id)
    .where('deletedAtMs', 'is', null)
    .executeTakeFirst();
}

/** Returns accounts, deleted ones included, because their messages stay. */
export function findAccounts(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('account')
    .select(PUBLIC_USER_COLUMNS)
    .where('id', 'in', [0, ...ids]) // 0 is nobody: the list must not be empty
    .execute();
}

/**
 * People with whom supervisors may talk, by name. Every word has to occur in the username or the full name, in
 * any case; `%` and `_` mean themselves.
 */
export function findPeople(db: Db, words: readonly string[], limit: number) {
  const name = sql<string>`lower(username || ' ' || first_name || ' ' || last_name)`;
  let found = db
    .selectFrom('account')
    .select(PUBLIC_USER_COLUMNS)
    .where('deletedAtMs', 'is', null)
    .where('isBanned', '=', false)
    .where('accessMask', '=', ACCESS_GROUPS.user.mask);
  for (const word of words) found = found.where(sql<boolean>`position(lower(${word}) in ${name}) > 0`);
  return found.orderBy('lastName').orderBy('firstName').orderBy('id').limit(limit).execute();
}

/** Admins who receive notices of messages by Telegram. */
export async function findLinkedAdminIds(db: Db): Promise<number[]> {
  const admins = await db
    .selectFrom('account')
    .innerJoin('telegramAccount', 'telegramAccount.accountId', 'account.id')
    .select('account.id')
    .where('account.accessMask', '=', ACCESS_GROUPS.admin.mask)
    .where('account.deletedAtMs', 'is', null)
    .where('account.isBanned', '=', false)
    .where('telegramAccount.telegramId', 'is not', null)
    .execute();
  return admins.map(({ id }) => id);
}
