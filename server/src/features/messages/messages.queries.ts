import type { MessageCategory, MessageFilter } from '@balloon/contracts/talk/message-limits.ts';
import { type Db, executePrepared } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { StoredContest } from '#features/contests/contests.queries.ts';
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

/** Authors and recipients of messages, by id. */
export async function findPeople(db: Db, ids: readonly number[]) {
  const accounts = await db
    .selectFrom('account')
    .select(PUBLIC_USER_COLUMNS)
    .where('id', 'in', [...new Set([0, ...ids])]) // 0 is nobody: the list must not be empty
    .execute();
  return new Map(accounts.map((account) => [account.id, publicUser(account)]));
}

/** Number of questions of the contest that nobody has answered. */
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

/** Whether the recipient, or with null anybody in a contest that has begun, has a start of their own that is still ahead. */
export async function somebodyStartsLater(
  db: Db,
  { id, startTimeMs, windowTimeMs }: Pick<StoredContest, 'id' | 'startTimeMs' | 'windowTimeMs'>,
  { recipientId, nowMs }: { recipientId: number | null; nowMs: number },
): Promise<boolean> {
  let late = db.selectFrom('contestParticipant').select('accountId').where('contestId', '=', id).limit(1);
  if (recipientId !== null) late = late.where('accountId', '=', recipientId);
  late =
    windowTimeMs === null
      ? late.where('startShiftMs', '>', nowMs - startTimeMs)
      : late.where('startedAtMs', 'is', null);
  return (await late.executeTakeFirst()) !== undefined;
}
