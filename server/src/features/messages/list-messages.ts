import type { MessageList, MessageListQuery } from '@balloon/contracts/messages.ts';
import { enterMessages } from '#features/messages/message-access.ts';
import { messageViews } from '#features/messages/message-view.ts';
import { countOpenQuestions, countUnread, findMessages } from '#features/messages/messages.queries.ts';
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
  { contestId, count, before, filter }: MessageListQuery & { contestId: number },
): Promise<MessageList> {
  const { db } = services;
  const { reader } = await enterMessages(services, user, contestId);
  const found = await findMessages(db, contestId, reader, { filter, before, limit: count + 1 });
  const hasMore = found.length > count;
  // Everybody asks for them with each screen of a contest, and most contests have few.
  const areAll = before === undefined && filter === 'all' && !hasMore;
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
