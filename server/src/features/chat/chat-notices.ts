import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import type { DeliveredNotice } from '#telegram/notify.ts';

/** Time during which a notice can be answered. */
const REMEMBER_MS = 90 * 24 * 60 * 60_000;

/**
 * Stores which dialog a notice was about, and deletes old entries.
 *
 * @param accountId whose dialog with the supervisors it is
 */
export async function rememberNotice(db: Db, accountId: number, notice: DeliveredNotice): Promise<void> {
  const sentAtMs = await databaseNowMs(db);
  await db
    .insertInto('chatNotice')
    .values({ ...notice, accountId, sentAtMs })
    .onConflict((conflict) =>
      conflict.columns(['telegramAccountId', 'messageId']).doUpdateSet({ accountId, sentAtMs }),
    )
    .execute();
  await db
    .deleteFrom('chatNotice')
    .where('sentAtMs', '<', sentAtMs - REMEMBER_MS)
    .execute();
}

/** Receiver of a notice, while linked and allowed to sign in, and the dialog that it was about. */
export function findNotice(db: Db, telegramId: number, messageId: number) {
  return db
    .selectFrom('chatNotice')
    .innerJoin('telegramAccount', 'telegramAccount.id', 'chatNotice.telegramAccountId')
    .innerJoin('account', 'account.id', 'telegramAccount.accountId')
    .where('telegramAccount.telegramId', '=', telegramId)
    .where('chatNotice.messageId', '=', messageId)
    .where('account.deletedAtMs', 'is', null)
    .where('account.isBanned', '=', false)
    .where('account.accessMask', '<>', ACCESS_GROUPS.locked.mask)
    .select([
      'chatNotice.accountId as dialogOf',
      'account.id',
      'account.username',
      'account.accessMask',
      sql<number[]>`array(select group_id from user_group_member where account_id = account.id)`.as(
        'groupIds',
      ),
    ])
    .executeTakeFirst();
}
