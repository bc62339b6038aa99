import type { ChatMessages, ChatMessagesQuery } from '@balloon/contracts/talk/chat.ts';
import { countMessages, findMessages } from '#features/chat/chat.queries.ts';
import { findOwnSide } from '#features/chat/chat-side.ts';
import { viewMessages } from '#features/chat/chat-view.ts';
import type { Services, User } from '#services.ts';

/**
 * A page of the dialog with a peer, newest first.
 *
 * @throws as `findOwnSide`
 */
export async function listMessages(
  { db }: Services,
  user: User,
  { peerUserId, limit, offset, beforeId }: ChatMessagesQuery,
): Promise<ChatMessages> {
  const side = await findOwnSide(db, user, peerUserId);
  if (!side) return { messages: [], messagesNumber: 0, hasOlder: false };
  // Reads a message more than asked for, to learn whether older ones exist.
  const found = await findMessages(db, side.accountId, { limit: limit + 1, offset, beforeId });
  return {
    messages: await viewMessages(db, found.slice(0, limit), { forSupport: side.isSupport }),
    messagesNumber: await countMessages(db, side.accountId),
    hasOlder: found.length > limit,
  };
}
