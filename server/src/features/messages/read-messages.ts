import type { MessageReaders } from '@balloon/contracts/talk/messages.ts';
import { enterMessages, messageNotFound, superviseMessages } from '#features/messages/message-access.ts';
import { findMessage } from '#features/messages/messages.queries.ts';
import { findAudience, markRead } from '#features/messages/readers.queries.ts';
import { publicUser } from '#features/users/public-user.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Marks messages as read by the caller: the given ones, or all of the contest.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function readMessages(
  services: Services,
  user: User,
  { contestId, messageIds }: { contestId: number; messageIds: readonly number[] | undefined },
): Promise<void> {
  const { db } = services;
  const { reader, nowMs } = await enterMessages(services, user, contestId);
  await db.transaction().execute(async (tx) => {
    const { marked, hadUrgent } = await markRead(tx, contestId, reader, { messageIds, nowMs });
    if (marked === 0) return;
    await announce(tx, 'messages.read', { contestId, userId: user.id, isFollowed: hadUrgent });
  });
}

/**
 * Lists the participants who have read a message to all, and those who have not.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, MESSAGE_NOT_FOUND also for one to a single person
 * @throws {ForbiddenError} as `enterContest`
 */
export async function listReaders(
  services: Services,
  user: User,
  { contestId, messageId }: { contestId: number; messageId: number },
): Promise<MessageReaders> {
  const { db } = services;
  const { reader } = await superviseMessages(services, user, contestId);
  const message = await findMessage(db, contestId, messageId, reader);
  if (message?.recipientId !== null) throw messageNotFound(messageId);
  const audience = await findAudience(db, contestId, messageId);
  return {
    read: audience.flatMap(({ readAtMs, ...account }) =>
      readAtMs === null ? [] : [{ user: publicUser(account), readAtMs }],
    ),
    unread: audience.flatMap(({ readAtMs, ...account }) => (readAtMs === null ? publicUser(account) : [])),
  };
}
