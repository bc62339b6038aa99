import type { ChatEnvelope } from '@balloon/contracts/talk/chat.ts';
import { rememberNotice } from '#features/chat/chat-notices.ts';
import { findLinkedAdminIds } from '#features/chat/people.queries.ts';
import { SUPPORT_ID } from '#features/users/reserved-ids.ts';
import type { Services, User } from '#services.ts';
import { notify } from '#telegram/notify.ts';

/**
 * Sends a new message by Telegram to its recipient, or to all admins when it is for the support, where
 * linked; they may reply there. Called after the commit, and never fails; the message is also found in the
 * chat.
 */
export async function tellByTelegram(
  services: Services,
  writer: User,
  { author, message }: ChatEnvelope,
): Promise<void> {
  if (!services.telegram) return;
  try {
    const isToSupport = message.recipientUserId === SUPPORT_ID;
    const recipients = isToSupport ? await findLinkedAdminIds(services.db) : [message.recipientUserId];
    const text = isToSupport ? `💬 ${author.fullName}: ${message.message}` : `💬 ${message.message}`;
    const dialogOf = isToSupport ? message.userId : message.recipientUserId;
    await Promise.all(
      recipients
        .filter((id) => id !== writer.id)
        .map(async (accountId) => {
          const notice = await notify(services, accountId, text);
          if (notice) await rememberNotice(services.db, { dialogOf, chatMessageId: message.id }, notice);
        }),
    );
  } catch (error) {
    services.log.warn({ err: error }, 'a chat message was not sent by Telegram');
  }
}
