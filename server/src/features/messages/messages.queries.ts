import type { MessageCategory, MessageFilter } from '@balloon/contracts/message-limits.ts';
import { type Db, executePrepared, type Tx } from '@balloon/database/connect.ts';
import type { ContestMessageTable } from '@balloon/database/contest-tables.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contest-access.ts';
import { type Expression, type Insertable, type SqlBool, sql } from 'kysely';
import { isVisibleTo, type MessageReader } from '#features/messages/message-audience.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';

/**
 * When the contest began for who asked: contest time of a question and of its answers goes by that clock. Null where nobody
 * asked, or they have not started.
 */
const CLOCK_START_MS = sql<number | null>`(
  select case
    when contest.window_time_ms is null then contest.start_time_ms + participant.start_shift_ms
    else participant.started_at_ms
  end
  from contest_participant participant
  join contest on contest.id = participant.contest_id
  join account on account.id = participant.account_id
  where participant.contest_id = message.contest_id
    and participant.account_id = coalesce(question.author_id, message.author_id)
    and account.access_mask = ${ACCESS_GROUPS.user.mask}
)`;

/** Messages of a contest that the reader may see, with the columns of a view. */
const visibleMessages = (db: Db, contestId: number, reader: MessageReader) =>
  messagesFor(db, contestId, { id: sql.val(reader.userId), sees: isVisibleTo(reader) });

/** Messages for a reader who is named by terms of SQL. */
function messagesFor(
  db: Db,
  contestId: number,
  { id, sees }: { id: Expression<number>; sees: Expression<SqlBool> },
) {
  return db
    .selectFrom('contestMessage as message')
    .leftJoin('contestMessage as question', 'question.id', 'message.questionId')
    .leftJoin('contestProblem as about', (join) =>
      join
        .onRef('about.contestId', '=', 'message.contestId')
        .onRef('about.problemId', '=', 'message.problemId'),
    )
    .leftJoin('contestMessageRead as mark', (join) =>
      join.onRef('mark.messageId', '=', 'message.id').on('mark.accountId', '=', id),
    )
    .where('message.contestId', '=', contestId)
    .where(sees)
    .select([
      'message.id',
      'message.contestId',
      'message.kind',
      'message.authorId',
      'message.sentById',
      'message.asAdmin',
      'message.recipientId',
      'message.questionId',
      'message.quotesQuestion',
      'message.text',
      'message.stock',
      'message.attachments',
      'message.isUrgent',
      'message.postedAtMs',
      'message.answeredAtMs',
      'message.category',
      'message.translations',
      'message.takenById',
      'message.takenAtMs',
      'question.text as questionText',
      'question.authorId as askerId',
      'about.position as problemPosition',
      'about.color as problemColor',
      'mark.readAtMs',
    ])
    .select(CLOCK_START_MS.as('clockStartMs'));
}

export type StoredMessage = Awaited<ReturnType<typeof findMessages>>[number];

/** Messages that are asked for, besides what the reader may see. */
export interface MessageChoice {
  filter: MessageFilter;
  /** Categories, and positions of problems; null for whatever they are about. */
  topics: { categories: readonly MessageCategory[]; positions: readonly number[] } | null;
  /** Only the questions of this person and the answers to them. */
  authorId: number | undefined;
}

const isAbout = ({ categories, positions }: NonNullable<MessageChoice['topics']>) => sql<boolean>`(
  about.position = any(${[...positions]}::integer[])
  or (message.problem_id is null and message.category = any(${[...categories]}::text[]))
)`;

const isOfAuthor = (authorId: number) => sql<boolean>`(
  (message.kind = 'question' and message.author_id = ${authorId}) or question.author_id = ${authorId}
)`;

/** Reader of the newest messages of a contest, whatever they are about; a participant. */
export interface NewestFor {
  contestId: number;
  userId: number;
  hasYetToStart: boolean;
  limit: number;
}

/** Messages of many readers by their places in the list, newest first. */
export async function findNewestMessages(db: Db, readers: readonly NewestFor[]) {
  const found = new Map<number, StoredMessage[]>();
  const contests = Map.groupBy(readers.entries(), ([, { contestId }]) => contestId);
  for (const [contestId, of] of contests) {
    const places = of.map(([place]) => place);
    const column = (key: keyof NewestFor) => of.map(([, reader]) => reader[key]);
    const page = messagesFor(db, contestId, {
      id: sql.ref<number>('reader.id'),
      sees: sql<boolean>`(message.recipient_id = reader.id
        or message.recipient_id is null and (message.problem_id is null or not reader.has_yet_to_start))`,
    });
    const query = db
      .selectFrom(
        sql<{ place: number; size: number }>`unnest(
          ${places}::integer[], ${column('userId')}::integer[], ${column('hasYetToStart')}::boolean[],
          ${column('limit')}::integer[]
        )`.as<'reader'>(sql`reader (place, id, has_yet_to_start, size)`),
      )
      .innerJoinLateral(
        page.orderBy('message.id', 'desc').limit(sql<number>`reader.size`).as('page'),
        (join) => join.onTrue(),
      )
      .selectAll('page')
      .select('reader.place')
      .orderBy('page.id', 'desc')
      .compile();
    for (const { place, ...message } of await executePrepared(db, 'newest messages', query)) {
      const known = found.get(place);
      if (known) known.push(message);
      else found.set(place, [message]);
    }
  }
  return found;
}

/** Page of messages, newest first. */
export function findMessages(
  db: Db,
  contestId: number,
  reader: MessageReader,
  page: MessageChoice & { before: number | undefined; limit: number },
) {
  let query = visibleMessages(db, contestId, reader);
  if (page.topics !== null) query = query.where(isAbout(page.topics));
  if (page.authorId !== undefined) query = query.where(isOfAuthor(page.authorId));
  if (page.before !== undefined) query = query.where('message.id', '<', page.before);
  if (page.filter === 'announcements') query = query.where('message.kind', '=', 'announcement');
  if (page.filter === 'questions') query = query.where('message.kind', '<>', 'announcement');
  if (page.filter === 'open') {
    query = query.where('message.kind', '=', 'question').where('message.answeredAtMs', 'is', null);
  }
  return query.orderBy('message.id', 'desc').limit(page.limit).execute();
}

/** Returns `undefined` for a message that does not exist or that this reader may not see. */
export function findMessage(db: Db, contestId: number, messageId: number, reader: MessageReader) {
  return visibleMessages(db, contestId, reader).where('message.id', '=', messageId).executeTakeFirst();
}

/** The real sender of a message; `undefined` when it was deleted. */
export async function findSender(db: Db, messageId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('contestMessage')
    .select('authorId')
    .where('id', '=', messageId)
    .executeTakeFirst();
  return row?.authorId;
}

/** Locks a question until the transaction ends, so that two simultaneous answers settle it in turn. */
export function lockQuestion(tx: Tx, contestId: number, messageId: number) {
  return tx
    .selectFrom('contestMessage')
    .select(['id', 'authorId', 'problemId', 'category', 'answeredAtMs', 'takenById', 'takenAtMs'])
    .where('id', '=', messageId)
    .where('contestId', '=', contestId)
    .where('kind', '=', 'question')
    .forUpdate()
    .executeTakeFirst();
}

/** Finds the message that a person already sent under an idempotency key. */
export function findSentUnder(db: Db, authorId: number, idempotencyKey: string) {
  return db
    .selectFrom('contestMessage')
    .select(['id', 'contestId', 'text', 'questionId'])
    .where('authorId', '=', authorId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();
}

/**
 * Makes messages of a contest wait for each other until the transaction ends, so that a smaller id was sent earlier.
 *
 * @see CCS Requirements, "Clarification Requests": ids in the order of the requests
 */
export async function lockMessages(tx: Tx, contestId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`messages ${contestId}`}, 0))`.execute(tx);
}

/** Returns the new id, or `undefined` when another transaction has just used the idempotency key. */
export async function insertMessage(
  tx: Tx,
  message: Insertable<ContestMessageTable>,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('contestMessage')
    .values(message)
    .onConflict((conflict) =>
      conflict.columns(['authorId', 'idempotencyKey']).where('idempotencyKey', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function insertMark(tx: Tx, messageId: number, accountId: number, readAtMs: number) {
  await tx.insertInto('contestMessageRead').values({ messageId, accountId, readAtMs }).execute();
}

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

export async function countOpenQuestions(db: Db, contestId: number): Promise<number> {
  const { open } = await db
    .selectFrom('contestMessage')
    .where('contestId', '=', contestId)
    .where('kind', '=', 'question')
    .where('answeredAtMs', 'is', null)
    .select(sql<number>`count(*)::integer`.as('open'))
    .executeTakeFirstOrThrow();
  return open;
}

/** Counts for the bounds on a participant's questions: those that wait, and those since an instant. */
export function countQuestionsOf(tx: Tx, contestId: number, authorId: number, sinceMs: number) {
  return tx
    .selectFrom('contestMessage')
    .where('contestId', '=', contestId)
    .where('authorId', '=', authorId)
    .where('kind', '=', 'question')
    .select([
      sql<number>`(count(*) filter (where answered_at_ms is null))::integer`.as('open'),
      sql<number>`(count(*) filter (where posted_at_ms > ${sinceMs}))::integer`.as('recent'),
    ])
    .executeTakeFirstOrThrow();
}

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

export async function findPeople(db: Db, ids: readonly number[]) {
  const accounts = await db
    .selectFrom('account')
    .select(PUBLIC_USER_COLUMNS)
    .where('id', 'in', [...new Set([0, ...ids])]) // 0 is nobody: the list must not be empty
    .execute();
  return new Map(accounts.map((account) => [account.id, publicUser(account)]));
}
