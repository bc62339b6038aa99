import { SendChatMessage } from '@balloon/contracts/talk/chat.ts';
import { MAX_CHAT_MESSAGE_LENGTH } from '@balloon/contracts/talk/chat-limits.ts';
import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { ServiceError, ThrottledError } from '#errors.ts';
import { findNotice } from '#features/chat/chat-notices.ts';
import { readNoticed } from '#features/chat/read-messages.ts';
import { sendMessage } from '#features/chat/send-message.ts';
import { SUPPORT_ID } from '#features/users/reserved-ids.ts';
import type { Services, User } from '#services.ts';

const A_MINUTE_SEC = 60;

/** A reply to a notice, as the bot receives it. */
export interface TelegramAnswer {
  botId: string;
  telegramId: number;
  /** Number of the notice that the reply refers to. */
  noticeId: number;
  /** Number of the reply itself. */
  messageId: number;
  text: string;
}

export type AnswerOutcome =
  | { outcome: 'sent'; to: string }
  | { outcome: 'unknownNotice' }
  | { outcome: 'tooLong'; most: number }
  | { outcome: 'tooMany'; retryAfterSec: number };

/**
 * Sends a reply to a notice as a chat message, from the receiver of the notice to the other side of that
 * dialog: supervisors answer as the support. Marks messages of the dialog as read of which they got notices. A reply
 * delivered twice by Telegram is sent once.
 *
 * @throws {ServiceUnavailableError} DATABASE_AWAY
 */
export async function answerByTelegram(services: Services, answer: TelegramAnswer): Promise<AnswerOutcome> {
  const author = await findNotice(services.db, answer);
  if (!author) return { outcome: 'unknownNotice' };
  const answersAsSupport = isSupervisor(author.accessMask);
  // A person who became a supervisor, or is none any more, has left that side of the dialog.
  if (answersAsSupport === (author.dialogOf === author.id)) return { outcome: 'unknownNotice' };
  const message = SendChatMessage.safeParse({
    recipientUserId: answersAsSupport ? author.dialogOf : SUPPORT_ID,
    message: answer.text,
    idempotencyKey: `telegram ${answer.botId} ${answer.telegramId} ${answer.messageId}`,
  });
  if (!message.success) return { outcome: 'tooLong', most: MAX_CHAT_MESSAGE_LENGTH };
  try {
    const { recipient } = await sendMessage(services, author, message.data);
    await readAnswered(services, author, message.data.recipientUserId);
    return { outcome: 'sent', to: recipient.fullName };
  } catch (error) {
    if (error instanceof ThrottledError) {
      return { outcome: 'tooMany', retryAfterSec: error.retryAfterSec ?? A_MINUTE_SEC };
    }
    if (error instanceof ServiceError && error.httpCode < 500) return { outcome: 'unknownNotice' }; // who is gone
    throw error;
  }
}

/** Marks as read what the author has seen in Telegram. Never fails: the answer is sent, and would be sent again. */
async function readAnswered(
  services: Services,
  author: User & { telegramAccountId: number },
  peerUserId: number,
): Promise<void> {
  try {
    await readNoticed(services, author, { peerUserId, telegramAccountId: author.telegramAccountId });
  } catch (error) {
    services.log.warn({ err: error }, 'messages that were answered by Telegram are not marked as read');
  }
}
