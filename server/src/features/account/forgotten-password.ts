import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { recipientOf } from '#features/account/account-letters.ts';
import { expectNotUsername, hashChosen, storePassword } from '#features/account/choose-password.ts';
import { boundResets, mayMail } from '#features/account/mail-bounds.ts';
import { createMailedKey, peekMailedKey, takeMailedKey } from '#features/account/mailed-keys.ts';
import { findAccountByLogin } from '#features/session/sign-in.ts';
import { passwordChangedLetter, resetLetter } from '#mail/letters.ts';
import type { Services } from '#services.ts';

/**
 * Mails a link for a new password if such an account with an address exists. The answer and its time are the
 * same if not, because the account is looked up after the answer.
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
  services.mailer.afterAnswer('mailing a link for a new password', () => mailReset(services, asked));
}

async function mailReset(services: Services, { login, locale }: { login: string; locale: Locale }) {
  const { db, mailer, log } = services;
  const account = await findAccountByLogin(db, login);
  // The support identity has no password and never signs in.
  if (!account?.email || account.passwordHash === null) return;
  if (!(await mayMail(services, account.email)))
    return log.warn('no letter was sent: this address has received too many of late');
  const resetKey = await createMailedKey(db, {
    accountId: account.id,
    purpose: 'reset',
    email: account.email,
  });
  await mailer.send(
    account.email,
    resetLetter(recipientOf(account, locale), mailer.link('/auth/reset', { resetKey })),
  );
}

/**
 * Sets a new password by a mailed key, which works once, and ends all sessions of the account.
 *
 * @throws {InvalidInputError} KEY_NOT_VALID, PASSWORD_IS_USERNAME; after the latter the key still works
 */
export async function resetByKey(
  { db, mailer }: Services,
  input: { resetKey: string; password: string; locale: Locale },
): Promise<void> {
  // Before the account is locked: hashing takes its turn behind sign-ins, and only a key that works is worth it.
  const username = await peekMailedKey(db, input.resetKey, 'reset');
  const passwordHash = await hashChosen(input.password, username);
  const account = await db.transaction().execute(async (tx) => {
    const owner = await takeMailedKey(tx, input.resetKey, 'reset');
    expectNotUsername(input.password, owner.username); // the name may have changed since
    await storePassword(tx, owner.id, passwordHash);
    return owner;
  });
  const { email } = account;
  if (!mailer.isOn) return;
  mailer.afterAnswer('telling of a new password', () =>
    mailer.send(email, passwordChangedLetter(recipientOf(account, input.locale))),
  );
}
