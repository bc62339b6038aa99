import type { Db, Tx } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { isVisibleTo, type MessageReader } from '#features/messages/message-audience.ts';
import { PUBLIC_USER_COLUMNS } from '#features/users/public-user.ts';

/** Number of messages of the contest that a person may see and has not read. */
export async function countUnread(db: Db, contestId: number, reader: MessageReader): Promise<number> {
  const { unread } = await db
    .selectFrom('contestMessage as message')
    .where('message.contestId', '=', contestId)
    .where(isVisibleTo(reader))
    .where(isUnreadBy(reader.userId))
    .select(sql<number>`count(*)::integer`.as('unread'))
    .executeTakeFirstOrThrow();
  return unread;
}

const isUnreadBy = (accountId: number) => sql<boolean>`not exists (
  select from contest_message_read where message_id = message.id and account_id = ${accountId}
)`;

/**
 * Marks messages as read, the given ones or all of the contest, as far as the person may see them.
 * Repeatable.
 *
 * @returns how many were marked now, and whether one of them was urgent
 */
export async function markRead(
  tx: Tx,
  contestId: number,
  reader: MessageReader,
  { messageIds, nowMs }: { messageIds: readonly number[] | undefined; nowMs: number },
): Promise<{ marked: number; hadUrgent: boolean }> {
  const rows = await tx
    .insertInto('contestMessageRead')
    .columns(['messageId', 'accountId', 'readAtMs'])
    .expression((eb) =>
      eb
        .selectFrom('contestMessage as message')
        .where('message.contestId', '=', contestId)
        .$if(messageIds !== undefined, (query) => query.where('message.id', 'in', [0, ...(messageIds ?? [])])) // 0 is none
        .where(isVisibleTo(reader))
        .where(isUnreadBy(reader.userId))
        .select([
          'message.id',
          sql<number>`${reader.userId}::integer`.as('accountId'),
          sql<number>`${nowMs}::bigint`.as('readAtMs'),
        ]),
    )
    // Two windows of one person may do it at once.
    .onConflict((conflict) => conflict.doNothing())
    .returning('messageId')
    .execute();
  const ids = rows.map(({ messageId }) => messageId);
  if (ids.length === 0) return { marked: 0, hadUrgent: false };
  const urgent = await tx
    .selectFrom('contestMessage')
    .select('id')
    .where('id', 'in', ids)
    .where('isUrgent', '=', true)
    .limit(1)
    .executeTakeFirst();
  return { marked: ids.length, hadUrgent: urgent !== undefined };
}

/** Participants to whom messages to all are addressed, each with when they read this one. */
export function findAudience(db: Db, contestId: number, messageId: number) {
  return participants(db, contestId)
    .leftJoin('contestMessageRead as mark', (join) =>
      join.onRef('mark.accountId', '=', 'account.id').on('mark.messageId', '=', messageId),
    )
    .select(PUBLIC_USER_COLUMNS)
    .select('mark.readAtMs')
    .orderBy('mark.readAtMs')
    .orderBy('account.lastName')
    .orderBy('account.firstName')
    .orderBy('account.id')
    .execute();
}

/** Number of participants to whom messages to all are addressed. */
export async function countAudience(db: Db, contestId: number): Promise<number> {
  const { all } = await participants(db, contestId)
    .select(sql<number>`count(*)::integer`.as('all'))
    .executeTakeFirstOrThrow();
  return all;
}

/** Number of participants who have read each message. */
export async function countReaders(
  db: Db,
  contestId: number,
  messageIds: readonly number[],
): Promise<Map<number, number>> {
  if (messageIds.length === 0) return new Map();
  const rows = await participants(db, contestId)
    .innerJoin('contestMessageRead as mark', 'mark.accountId', 'account.id')
    .where('mark.messageId', 'in', [...messageIds])
    .select(['mark.messageId', sql<number>`count(*)::integer`.as('read')])
    .groupBy('mark.messageId')
    .execute();
  return new Map(rows.map(({ messageId, read }) => [messageId, read]));
}

/** Participants, without supervisors who look in and people who can no longer sign in. */
function participants(db: Db, contestId: number) {
  return db
    .selectFrom('contestParticipant')
    .innerJoin('account', 'account.id', 'contestParticipant.accountId')
    .where('contestParticipant.contestId', '=', contestId)
    .where('account.accessMask', '=', ACCESS_GROUPS.user.mask)
    .where('account.isBanned', '=', false)
    .where('account.deletedAtMs', 'is', null);
}
