import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { recipientOf } from '#features/account/account-letters.ts';
import { hashChosen, storePassword } from '#features/account/choose-password.ts';
import { expectOwnPassword } from '#features/session/own-password.ts';
import { expectStillSignedIn } from '#features/session/still-signed-in.ts';
import { passwordChangedLetter } from '#mail/letters.ts';
import type { Services, User } from '#services.ts';

export interface PasswordChange {
  oldPassword: string;
  password: string;
  /** Session that stays; all others of the person end. */
  sessionId: number;
  ip: string | null;
  locale: Locale;
}

/**
 * Changes one's own password.
 *
 * @throws {ForbiddenError} WRONG_PASSWORD
 * @throws {UnauthenticatedError} NOT_SIGNED_IN when the session ended meanwhile
 * @throws {InvalidInputError} PASSWORD_IS_USERNAME
 * @throws {ThrottledError} THROTTLED
 */
export async function changePassword(services: Services, user: User, change: PasswordChange): Promise<void> {
  const { db, mailer } = services;
  const account = await db
    .selectFrom('account')
    .select(['username', 'firstName', 'lastName', 'email'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  await expectOwnPassword(services, { accountId: user.id, password: change.oldPassword, ip: change.ip });
  const passwordHash = await hashChosen(change.password, account.username);
  await db.transaction().execute(async (tx) => {
    await expectStillSignedIn(tx, { accountId: user.id, sessionId: change.sessionId });
    await storePassword(tx, user.id, passwordHash, change.sessionId);
  });
  const { email } = account;
  if (email === null || !mailer.isOn) return;
  mailer.afterAnswer('telling of a new password', () =>
    mailer.send(email, passwordChangedLetter(recipientOf(account, change.locale))),
  );
}
