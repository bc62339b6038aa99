import { ForbiddenError } from '#errors.ts';
import { tryPassword } from '#features/session/try-password.ts';
import type { Services } from '#services.ts';

/**
 * Asks the person behind an open session for their password. Wrong ones count for sessions of that account
 * alone, so it cannot be used for guessing and slows no other person.
 *
 * @param asked without a password where the caller sends none, as clients do that do not know yet that it is asked for
 * @throws {ForbiddenError} PASSWORD_NEEDED, WRONG_PASSWORD
 * @throws {ThrottledError} THROTTLED
 */
export async function expectOwnPassword(
  services: Services,
  asked: { accountId: number; password?: string | undefined; ip: string | null },
): Promise<void> {
  const { password } = asked;
  if (!password) {
    throw new ForbiddenError(
      'PASSWORD_NEEDED',
      'This asks for your present password each time: send it in `password`',
    );
  }
  const { username, passwordHash } = await services.db
    .selectFrom('account')
    .select(['username', 'passwordHash'])
    .where('id', '=', asked.accountId)
    .executeTakeFirstOrThrow();
  const isRight = await tryPassword(services, {
    login: username,
    ip: asked.ip,
    known: `own ${asked.accountId}`,
    browserOf: null,
    storedHash: passwordHash,
    password,
  });
  if (!isRight) throw new ForbiddenError('WRONG_PASSWORD', 'This is not your present password');
}
