import type { GrammyError } from 'grammy';
import type { Services } from '#services.ts';
import { deleteTelegramAccount, findTelegramAccount } from '#telegram/telegram.queries.ts';
import { reasonOf } from '#telegram/telegram.ts';

/** Telegram takes 4096 characters. */
const LONGEST_TEXT = 4000;
const BLOCKED_BY_PERSON = 403;

/** Identifies a notice in the conversation of the bot with a person, as a reply refers to it. */
export interface DeliveredNotice {
  botId: string;
  telegramAccountId: number;
  messageId: number;
}

/**
 * Sends a notice by Telegram to a person who has linked it. Never fails: a messenger that is away must not
 * hold up the operation that the notice is about. Call it after the commit, and without waiting for it.
 *
 * @param text plain, in the person's language
 * @returns where it arrived, or null
 */
export async function notify(
  services: Services,
  accountId: number,
  text: string,
): Promise<DeliveredNotice | null> {
  const { db, telegram, log } = services;
  if (!telegram) return null;
  try {
    const account = await findTelegramAccount(db, accountId);
    if (!account?.telegramId) return null;
    const { message_id: messageId } = await telegram.api.sendMessage(account.telegramId, shortened(text), {
      link_preview_options: { is_disabled: true },
    });
    return { botId: telegram.botId, telegramAccountId: account.id, messageId };
  } catch (error) {
    // A person who blocked the bot has unlinked it, and the profile should say so.
    if (isBlocked(error)) await deleteTelegramAccount(db, accountId).catch(() => undefined);
    else log.warn({ reason: reasonOf(error) }, 'a notice did not reach Telegram');
    return null;
  }
}

const isBlocked = (error: unknown) =>
  error instanceof Error && (error as Partial<GrammyError>).error_code === BLOCKED_BY_PERSON;

const shortened = (text: string) => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text);
