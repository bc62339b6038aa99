import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import type { DeliveredNotice } from '#telegram/notify.ts';

/** Time during which a notice can be answered. */
const REMEMBER_MS = 90 * 24 * 60 * 60_000;

/**
 * Stores which message a notice was about, and deletes old entries.
 *
 * @param dialogOf whose dialog with the supervisors it is
 */
export async function rememberNotice(
  db: Db,
  { dialogOf: accountId, chatMessageId }: { dialogOf: number; chatMessageId: number },
  notice: DeliveredNotice,
): Promise<void> {
  const about = { accountId, chatMessageId, sentAtMs: await databaseNowMs(db) };
  await db
    .insertInto('chatNotice')
    .values({ ...notice, ...about })
    .onConflict((conflict) =>
      conflict.columns(['telegramAccountId', 'botId', 'messageId']).doUpdateSet(about),
    )
    .execute();
  await db
    .deleteFrom('chatNotice')
    .where('sentAtMs', '<', about.sentAtMs - REMEMBER_MS)
    .execute();
}

/** Receiver of a notice, while linked and allowed to sign in, and the dialog that it was about. */
export function findNotice(
  db: Db,
  { botId, telegramId, noticeId }: { botId: string; telegramId: number; noticeId: number },
) {
  return db
    .selectFrom('chatNotice')
    .innerJoin('telegramAccount', 'telegramAccount.id', 'chatNotice.telegramAccountId')
    .innerJoin('account', 'account.id', 'telegramAccount.accountId')
    .where('telegramAccount.telegramId', '=', telegramId)
    .where('chatNotice.botId', '=', botId)
    .where('chatNotice.messageId', '=', noticeId)
    .where('account.deletedAtMs', 'is', null)
    .where('account.isBanned', '=', false)
    .where('account.accessMask', '<>', ACCESS_GROUPS.locked.mask)
    .select([
      'chatNotice.accountId as dialogOf',
      'chatNotice.telegramAccountId',
      'account.id',
      'account.username',
      'account.accessMask',
      sql<number[]>`array(select group_id from user_group_member where account_id = account.id)`.as(
        'groupIds',
      ),
    ])
    .executeTakeFirst();
}
