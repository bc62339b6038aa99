import { ForbiddenError } from '#errors.ts';
import { tryPassword } from '#features/session/try-password.ts';
import type { Services } from '#services.ts';

/**
 * Asks the person behind an open session for their password. Wrong ones count for sessions of that account
 * alone, so it cannot be used for guessing and slows no other person.
 *
 * @throws {ForbiddenError} WRONG_PASSWORD
 * @throws {ThrottledError} THROTTLED
 */
export async function expectOwnPassword(
  services: Services,
  asked: { accountId: number; password: string; ip: string | null },
): Promise<void> {
  const { username, passwordHash } = await services.db
    .selectFrom('account')
    .select(['username', 'passwordHash'])
    .where('id', '=', asked.accountId)
    .executeTakeFirstOrThrow();
  const isRight = await tryPassword(services, {
    login: username,
    ip: asked.ip,
    known: `own ${asked.accountId}`,
    isFromKnownBrowser: true,
    storedHash: passwordHash,
    password: asked.password,
  });
  if (!isRight) throw new ForbiddenError('WRONG_PASSWORD', 'This is not your present password');
}
