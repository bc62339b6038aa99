import type { Locale } from '@balloon/domain/statement-locale.ts';
import { ForbiddenError } from '#errors.ts';
import { recipientOf } from '#features/account/account-letters.ts';
import { hashChosen, storePassword } from '#features/account/choose-password.ts';
import { verifyPassword } from '#features/session/password.ts';
import { countTry, forgiveTry } from '#features/session/sign-in-throttle.ts';
import { passwordChangedLetter } from '#mail/letters.ts';
import type { Services, User } from '#services.ts';

export interface PasswordChange {
  oldPassword: string;
  password: string;
  /** Goes on; all others of the person end. */
  sessionId: number;
  ip: string | null;
  locale: Locale;
}

/**
 * Changes one's own password. Wrong old ones count like failed sign-ins: an open session is not a way to guess.
 *
 * @throws {ForbiddenError} WRONG_PASSWORD
 * @throws {InvalidInputError} PASSWORD_IS_USERNAME
 * @throws {ThrottledError} THROTTLED
 */
export async function changePassword(services: Services, user: User, change: PasswordChange): Promise<void> {
  const { db, mailer } = services;
  const account = await db
    .selectFrom('account')
    .select(['username', 'firstName', 'lastName', 'email', 'passwordHash'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const attempt = { login: account.username, ip: change.ip };
  const countedIds = await countTry(db, attempt);
  if (!(await verifyPassword(account.passwordHash, change.oldPassword))) {
    throw new ForbiddenError('WRONG_PASSWORD', 'This is not your present password');
  }
  await forgiveTry(db, attempt, countedIds);
  const passwordHash = await hashChosen(change.password, account.username);
  await db.transaction().execute((tx) => storePassword(tx, user.id, passwordHash, change.sessionId));
  const { email } = account;
  if (email === null || !mailer.isOn) return;
  mailer.afterAnswer('telling of a new password', () =>
    mailer.send(email, passwordChangedLetter(recipientOf(account, change.locale))),
  );
}
