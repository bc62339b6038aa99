import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { expectNotUsername, hashChosen, storePassword } from '#features/account/choose-password.ts';
import { writeLetter } from '#features/account/letters.queries.ts';
import { boundResets } from '#features/account/mail-bounds.ts';
import { peekMailedKey, takeMailedKey } from '#features/account/mailed-keys.ts';
import type { Services } from '#services.ts';

/**
 * Mails a link for a new password if such an account with an address exists. The answer and its time are the
 * same if not, because a letter is written for any login, and the account is looked up after the answer.
 *
 * @param asked `login` is a username or an address
 * @throws {ForbiddenError} MAIL_OFF
 * @throws {ThrottledError} THROTTLED
 */
export async function askForReset(
  services: Services,
  asked: { login: string; ip: string | null; locale: Locale },
): Promise<void> {
  services.mailer.expectOn();
  await boundResets(services, asked);
  await writeLetter(services.db, { kind: 'reset', login: asked.login, locale: asked.locale });
  services.outbox.wake();
}

/**
 * Sets a new password by a mailed key, which works once, and ends all sessions of the account.
 *
 * @throws {InvalidInputError} KEY_NOT_VALID, PASSWORD_IS_USERNAME; after the latter the key still works
 */
export async function resetByKey(
  { db, mailer, outbox }: Services,
  input: { resetKey: string; password: string; locale: Locale },
): Promise<void> {
  // Before the account is locked: hashing takes its turn behind sign-ins, and only a key that works is worth it.
  const username = await peekMailedKey(db, input.resetKey, 'reset');
  const passwordHash = await hashChosen(input.password, username);
  await db.transaction().execute(async (tx) => {
    const { id: accountId, username: ownName, email } = await takeMailedKey(tx, input.resetKey, 'reset');
    expectNotUsername(input.password, ownName); // it may have changed since
    await storePassword(tx, accountId, passwordHash);
    const letter = { kind: 'passwordChanged', accountId, email, locale: input.locale } as const;
    if (mailer.isOn) await writeLetter(tx, letter);
  });
  outbox.wake();
}
