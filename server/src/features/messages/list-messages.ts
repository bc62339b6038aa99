import { MESSAGE_CATEGORIES } from '@balloon/contracts/talk/message-limits.ts';
import type { MessageList, MessageListQuery } from '@balloon/contracts/talk/messages.ts';
import { problemPosition } from '@balloon/domain/contests/problem-index.ts';
import { enterMessages } from '#features/messages/message-access.ts';
import { messageViews, type ViewReader } from '#features/messages/message-view.ts';
import { countOpenQuestions, findMessages, type MessageChoice } from '#features/messages/messages.queries.ts';
import { readNewestMessages } from '#features/messages/newest-messages.ts';
import { countUnread } from '#features/messages/readers.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Lists the messages of a contest that the person may see, newest first.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function listMessages(
  services: Services,
  user: User,
  { contestId, count, ...query }: MessageListQuery & { contestId: number },
): Promise<MessageList> {
  const { db } = services;
  const { reader } = await enterMessages(services, user, contestId);
  const choice = choiceOf(query, reader);
  const limit = count + 1;
  const areNewest = isEverything(choice) && query.before === undefined && !reader.supervises;
  const { userId, hasYetToStart = false } = reader;
  const found = areNewest
    ? await readNewestMessages(db, { contestId, userId, hasYetToStart, limit })
    : await findMessages(db, contestId, reader, { ...choice, before: query.before, limit });
  const hasMore = found.length > count;
  // Everybody asks for them with each screen of a contest, and most contests have few.
  const areAll = isEverything(choice) && query.before === undefined && !hasMore;
  const [views, unreadNumber, openQuestionsNumber] = await Promise.all([
    messageViews(db, contestId, found.slice(0, count), reader),
    areAll ? found.filter(({ readAtMs }) => readAtMs === null).length : countUnread(db, contestId, reader),
    reader.supervises ? countOpenQuestions(db, contestId) : null,
  ]);
  return {
    read: views.filter(({ message }) => message.isRead),
    unread: views.filter(({ message }) => !message.isRead),
    hasMore,
    unreadNumber,
    openQuestionsNumber,
  };
}

type Query = Omit<MessageListQuery, 'count'>;

/** The letter of a message is no secret only while its reader may read problems, so before that letters choose nothing. */
function choiceOf({ filter, about, authorId }: Query, reader: ViewReader): MessageChoice {
  const categories = MESSAGE_CATEGORIES.filter((category) => about.includes(category));
  const letters = about.filter((topic) => !categories.some((category) => category === topic));
  const positions = reader.readsProblems ? letters.flatMap((letter) => problemPosition(letter) ?? []) : [];
  return {
    filter,
    topics: about.length === 0 ? null : { categories, positions },
    authorId: reader.supervises ? authorId : undefined,
  };
}

const isEverything = ({ filter, topics, authorId }: MessageChoice) =>
  filter === 'all' && topics === null && authorId === undefined;
