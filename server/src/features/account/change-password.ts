import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { hashChosen, storePassword } from '#features/account/choose-password.ts';
import { writeLetter } from '#features/account/letters.queries.ts';
import { expectOwnPassword } from '#features/session/own-password.ts';
import { expectStillSignedIn } from '#features/session/still-signed-in.ts';
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
  const { db, mailer, outbox } = services;
  const { username, email } = await db
    .selectFrom('account')
    .select(['username', 'email'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  await expectOwnPassword(services, { accountId: user.id, password: change.oldPassword, ip: change.ip });
  const passwordHash = await hashChosen(change.password, username);
  await db.transaction().execute(async (tx) => {
    await expectStillSignedIn(tx, { accountId: user.id, sessionId: change.sessionId });
    await storePassword(tx, user.id, passwordHash, change.sessionId);
    if (email === null || !mailer.isOn) return;
    await writeLetter(tx, { kind: 'passwordChanged', accountId: user.id, email, locale: change.locale });
  });
  outbox.wake();
}
