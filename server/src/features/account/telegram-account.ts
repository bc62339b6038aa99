import type { TelegramAccount } from '@balloon/contracts/people/account.ts';
import { ForbiddenError } from '#errors.ts';
import type { Services, User } from '#services.ts';
import { createLinkKey } from '#telegram/link-telegram.ts';
import { deleteTelegramAccount, findTelegramAccount } from '#telegram/telegram.queries.ts';

/** Returns null when the person never asked to link an account. */
export async function readTelegramAccount({ db }: Services, user: User): Promise<TelegramAccount | null> {
  const account = await findTelegramAccount(db, user.id);
  if (!account) return null;
  const { accountId, ...rest } = account;
  return { ...rest, userId: accountId, linkKey: null };
}

/**
 * Returns the address at which the person opens the bot, with a new key; null when they are linked already.
 *
 * @throws {ForbiddenError} TELEGRAM_OFF
 * @throws {ServiceUnavailableError} TELEGRAM_AWAY
 */
export async function askToLinkTelegram(services: Services, user: User): Promise<string | null> {
  const { db, telegram } = services;
  if (!telegram) throw new ForbiddenError('TELEGRAM_OFF', 'This site has no Telegram bot');
  const account = await findTelegramAccount(db, user.id);
  if (account && account.telegramId !== null) return null;
  return telegram.startLink(await createLinkKey(db, user.id));
}

/** Stops notices to the linked account. Not an error when none is linked. */
export async function unlinkTelegram({ db }: Services, user: User): Promise<void> {
  await deleteTelegramAccount(db, user.id);
}
