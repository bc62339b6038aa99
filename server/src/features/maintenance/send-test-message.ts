import type { TestMessage, TestMessageReply } from '@balloon/contracts/site/maintenance.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { createSecretFilter } from '#content/secrets.ts';
import { ConflictError, ForbiddenError, ServiceUnavailableError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { testLetter } from '#mail/letters.ts';
import type { Services, User } from '#services.ts';
import { findTelegramAccount } from '#telegram/telegram.queries.ts';
import { reasonOf } from '#telegram/telegram.ts';

/**
 * Sends a test message by mail or Telegram and waits for the outcome.
 *
 * @param siteName for the text
 * @returns where it was sent
 * @throws {ForbiddenError} MAIL_OFF, TELEGRAM_OFF
 * @throws {ConflictError} TEST_NEEDS_ADDRESS, TELEGRAM_NOT_LINKED
 * @throws {ServiceUnavailableError} TEST_MESSAGE_FAILED with the reason
 */
export async function sendTestMessage(
  services: Services,
  admin: User,
  { channel, to }: TestMessage,
  { locale, siteName }: { locale: Locale; siteName: string },
): Promise<TestMessageReply> {
  const address =
    channel === 'mail' ? await mailAddress(services, admin, to) : await telegramAddress(services, admin);
  const deliver = channel === 'mail' ? deliverMail : deliverTelegram;
  try {
    await deliver(services, address, siteName, locale);
  } catch (error) {
    const reason = createSecretFilter(services.options)(reasonOf(error)).slice(0, 300);
    services.log.warn({ channel, reason }, 'a test message was not sent');
    throw new ServiceUnavailableError('TEST_MESSAGE_FAILED', `Not sent: ${reason}`, {
      restParams: { reason },
    });
  }
  await services.db.transaction().execute((tx) =>
    recordChange(tx, admin, {
      action: 'server.testMessage',
      subjectId: null,
      subjectName: channel,
      after: { channel, to: address },
    }),
  );
  return { to: address };
}

async function mailAddress({ db, mailer }: Services, admin: User, to: string | undefined): Promise<string> {
  mailer.expectOn();
  if (to) return to;
  const own = await db.selectFrom('account').select('email').where('id', '=', admin.id).executeTakeFirst();
  if (own?.email) return own.email;
  throw new ConflictError('TEST_NEEDS_ADDRESS', 'Your account has no e-mail address: enter one');
}

async function telegramAddress({ db, telegram }: Services, admin: User): Promise<string> {
  if (!telegram) throw new ForbiddenError('TELEGRAM_OFF', 'This site has no Telegram bot');
  const account = await findTelegramAccount(db, admin.id);
  if (account?.telegramId) return String(account.telegramId);
  throw new ConflictError('TELEGRAM_NOT_LINKED', 'Link your Telegram account in your profile first');
}

type Deliver = (services: Services, address: string, siteName: string, locale: Locale) => Promise<unknown>;

const deliverMail: Deliver = ({ mailer }, address, siteName, locale) =>
  mailer.sendNow(address, testLetter(siteName, locale));

const deliverTelegram: Deliver = async ({ telegram }, address, siteName, locale) =>
  telegram?.api.sendMessage(Number(address), testLetter(siteName, locale).subject);
