import type { Db } from '@balloon/database/connect.ts';
import type { ChatMessageTable } from '@balloon/database/people-tables.ts';
import { SUPERVISOR_MASKS } from '@balloon/domain/contests/contest-access.ts';
import type { Selectable } from 'kysely';

const MESSAGE_COLUMNS = [
  'chatMessage.id',
  'chatMessage.accountId',
  'chatMessage.isFromSupport',
  'chatMessage.authorId',
  'chatMessage.text',
  'chatMessage.postedAtMs',
  'chatMessage.readAtMs',
] as const;

export type StoredMessage = Omit<Selectable<ChatMessageTable>, 'deletedAtMs' | 'idempotencyKey'>;

export interface NewMessage {
  accountId: number;
  isFromSupport: boolean;
  authorId: number;
  text: string;
  postedAtMs: number;
  idempotencyKey: string | null;
}

/** Returns undefined when the author's key was used at the same moment in another dialog. */
export async function insertMessage(db: Db, message: NewMessage): Promise<StoredMessage | undefined> {
  return db
    .insertInto('chatMessage')
    .values(message)
    .onConflict((conflict) =>
      conflict.columns(['authorId', 'idempotencyKey']).where('idempotencyKey', 'is not', null).doNothing(),
    )
    .returning(MESSAGE_COLUMNS)
    .executeTakeFirst();
}

/** Finds deleted messages as well: a retry gets the same answer as the first request. */
export function findByIdempotencyKey(db: Db, authorId: number, idempotencyKey: string) {
  return db
    .selectFrom('chatMessage')
    .select(MESSAGE_COLUMNS)
    .where('authorId', '=', authorId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();
}

export function findMessage(db: Db, id: number): Promise<StoredMessage | undefined> {
  return db
    .selectFrom('chatMessage')
    .select(MESSAGE_COLUMNS)
    .where('id', '=', id)
    .where('deletedAtMs', 'is', null)
    .executeTakeFirst();
}

export interface MessagePage {
  limit: number;
  offset: number;
  beforeId: number | undefined;
}

/** Page of a dialog, newest first. */
export function findMessages(db: Db, accountId: number, { limit, offset, beforeId }: MessagePage) {
  let messages = db
    .selectFrom('chatMessage')
    .select(MESSAGE_COLUMNS)
    .where('accountId', '=', accountId)
    .where('deletedAtMs', 'is', null);
  if (beforeId !== undefined) messages = messages.where('id', '<', beforeId);
  return messages.orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

export async function countMessages(db: Db, accountId: number): Promise<number> {
  const { number } = await db
    .selectFrom('chatMessage')
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .where('accountId', '=', accountId)
    .where('deletedAtMs', 'is', null)
    .executeTakeFirstOrThrow();
  return number;
}

/** Times of an author's posts since an instant, newest first. */
export async function findRecentPosts(db: Db, authorId: number, sinceMs: number, limit: number) {
  const posts = await db
    .selectFrom('chatMessage')
    .select('postedAtMs')
    .where('authorId', '=', authorId)
    .where('postedAtMs', '>', sinceMs)
    .orderBy('postedAtMs', 'desc')
    .limit(limit)
    .execute();
  return posts.map(({ postedAtMs }) => postedAtMs);
}

/** The newest message of each dialog, newest first. Dialogs of people who became supervisors are left out. */
export function findHeads(db: Db, limit: number): Promise<StoredMessage[]> {
  const heads = db
    .selectFrom('chatMessage')
    .innerJoin('account', 'account.id', 'chatMessage.accountId')
    .select(MESSAGE_COLUMNS)
    .distinctOn('chatMessage.accountId')
    .where('chatMessage.deletedAtMs', 'is', null)
    .where('account.deletedAtMs', 'is', null)
    .where('account.accessMask', 'not in', SUPERVISOR_MASKS)
    .orderBy('chatMessage.accountId')
    .orderBy('chatMessage.id', 'desc');
  return db.selectFrom(heads.as('head')).selectAll().orderBy('id', 'desc').limit(limit).execute();
}

/** Number of unread messages by dialog: of the support, in the dialogs of `findHeads`, or of one person. */
export async function countUnread(
  db: Db,
  side: { isSupport: true } | { isSupport: false; accountId: number },
): Promise<Map<number, number>> {
  const unread = db
    .selectFrom('chatMessage')
    .innerJoin('account', 'account.id', 'chatMessage.accountId')
    .select(['chatMessage.accountId', (eb) => eb.fn.countAll<number>().as('number')])
    .where('chatMessage.isFromSupport', '=', !side.isSupport)
    .where('chatMessage.readAtMs', 'is', null)
    .where('chatMessage.deletedAtMs', 'is', null)
    .groupBy('chatMessage.accountId');
  const rows = await (side.isSupport
    ? unread.where('account.accessMask', 'not in', SUPERVISOR_MASKS).where('account.deletedAtMs', 'is', null)
    : unread.where('chatMessage.accountId', '=', side.accountId)
  ).execute();
  return new Map(rows.map(({ accountId, number }) => [accountId, number]));
}

/**
 * Marks messages to a side of a dialog as read.
 *
 * @param telegramAccountId the only one whose notices tell what was read; null for all messages
 * @returns the ids that were unread, newest first
 */
export async function markRead(
  db: Db,
  side: { isSupport: boolean; accountId: number; telegramAccountId: number | null },
  nowMs: number,
): Promise<number[]> {
  const { telegramAccountId } = side;
  const rows = await db
    .updateTable('chatMessage')
    .set({ readAtMs: nowMs })
    .where('accountId', '=', side.accountId)
    .where('isFromSupport', '=', !side.isSupport)
    .where('readAtMs', 'is', null)
    .where('deletedAtMs', 'is', null)
    .$if(telegramAccountId !== null, (query) =>
      query.where('id', 'in', (eb) =>
        eb
          .selectFrom('chatNotice')
          .select('chatMessageId')
          .where('telegramAccountId', '=', Number(telegramAccountId)),
      ),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id).sort((a, b) => b - a);
}

/** Messages with these ids that the author wrote, deleted ones included. */
export function findOwnMessages(db: Db, authorId: number, ids: readonly number[]) {
  return db
    .selectFrom('chatMessage')
    .select(['id', 'accountId', 'isFromSupport', 'deletedAtMs'])
    .where('authorId', '=', authorId)
    .where('id', 'in', [...ids])
    .execute();
}

export async function markDeleted(db: Db, ids: readonly number[], nowMs: number): Promise<void> {
  await db
    .updateTable('chatMessage')
    .set({ deletedAtMs: nowMs })
    .where('id', 'in', [0, ...ids])
    .execute();
}
