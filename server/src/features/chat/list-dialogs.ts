import type { ChatDialog } from '@balloon/contracts/talk/chat.ts';
import { countUnread, findHeads, findMessages } from '#features/chat/chat.queries.ts';
import { chatIdOf } from '#features/chat/chat-side.ts';
import { viewMessages } from '#features/chat/chat-view.ts';
import { SUPPORT_ID } from '#features/users/reserved-ids.ts';
import type { Services, User } from '#services.ts';

/** Dialogs listed at most; older ones are found by name. */
const MAX_DIALOGS = 500;
const NEWEST = { limit: 1, offset: 0, beforeId: undefined };

/** Lists dialogs with their last messages, newest first: all dialogs of the support, or the caller's own. */
export async function listDialogs({ db }: Services, user: User): Promise<ChatDialog[]> {
  const chatId = chatIdOf(user);
  const isSupport = chatId === SUPPORT_ID;
  const heads = isSupport ? await findHeads(db, MAX_DIALOGS) : await findMessages(db, user.id, NEWEST);
  const unread = await countUnread(db, isSupport ? { isSupport } : { isSupport, accountId: user.id });
  const envelopes = await viewMessages(db, heads, { forSupport: false });
  return envelopes.map(({ author, recipient, message }) => {
    const peer = author.id === chatId ? recipient : author;
    const accountId = isSupport ? peer.id : user.id;
    return { peer, author, headMessage: message, unreadNumber: unread.get(accountId) ?? 0 };
  });
}

/** Number of unread messages; supervisors share it. */
export async function countUnreadMessages({ db }: Services, user: User): Promise<{ messagesNumber: number }> {
  const isSupport = chatIdOf(user) === SUPPORT_ID;
  const unread = await countUnread(db, isSupport ? { isSupport } : { isSupport, accountId: user.id });
  return { messagesNumber: [...unread.values()].reduce((sum, number) => sum + number, 0) };
}
