import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';

/** Telegram account of a person, linked or with a pending key; `undefined` when they never asked. */
export function findTelegramAccount(db: Db, accountId: number) {
  return db
    .selectFrom('telegramAccount')
    .select(['id', 'accountId', 'telegramId', 'username'])
    .where('accountId', '=', accountId)
    .executeTakeFirst();
}

/** Stores the newest key of a person; the one before becomes invalid. */
export async function storeLinkKey(
  db: Db,
  accountId: number,
  key: { linkKeyHash: Buffer; linkKeyExpiresAtMs: number },
): Promise<void> {
  await db
    .insertInto('telegramAccount')
    .values({ accountId, ...key })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(key))
    .execute();
}

/** Person who is linked to this Telegram account. */
export function findLinkedPerson(db: Db, telegramId: number) {
  return db
    .selectFrom('telegramAccount')
    .innerJoin('account', 'account.id', 'telegramAccount.accountId')
    .select(['account.id', 'account.username', 'account.firstName', 'account.lastName'])
    .where('telegramId', '=', telegramId)
    .executeTakeFirst();
}

/** Person to whom a still valid key was given. Locks the row: a key works once. */
export async function findPersonByLinkKey(db: Db, linkKeyHash: Buffer) {
  const nowMs = await databaseNowMs(db);
  return db
    .selectFrom('telegramAccount')
    .innerJoin('account', 'account.id', 'telegramAccount.accountId')
    .select(['account.id', 'account.username', 'account.firstName', 'account.lastName'])
    .where('linkKeyHash', '=', linkKeyHash)
    .where('linkKeyExpiresAtMs', '>', nowMs)
    .where('deletedAtMs', 'is', null)
    .where('isBanned', '=', false)
    .where('accessMask', '<>', ACCESS_GROUPS.locked.mask)
    .forUpdate('telegramAccount')
    .executeTakeFirst();
}

export async function storeTelegramLink(
  db: Db,
  link: { accountId: number; telegramId: number; username: string | null },
): Promise<void> {
  const { accountId, telegramId, username } = link;
  await db
    .updateTable('telegramAccount')
    .set({ telegramId, username, linkKeyHash: null, linkKeyExpiresAtMs: null })
    .where('accountId', '=', accountId)
    .execute();
}

export async function deleteTelegramAccount(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('telegramAccount').where('accountId', '=', accountId).execute();
}
