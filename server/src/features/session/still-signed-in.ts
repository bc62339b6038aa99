import type { Tx } from '@balloon/database/connect.ts';
import { UnauthenticatedError } from '#errors.ts';

/**
 * Makes sure that the session of a call still lives, and keeps the account from changing until the transaction ends. What
 * ends sessions, such as a new password, holds for calls that are under way, too: a password may wait for long to be
 * compared.
 *
 * @throws {UnauthenticatedError} NOT_SIGNED_IN
 */
export async function expectStillSignedIn(
  tx: Tx,
  { accountId, sessionId }: { accountId: number; sessionId: number },
): Promise<void> {
  // The account first, as a new password does: one of the two waits for the other.
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const session = await tx
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  if (!session) throw new UnauthenticatedError('NOT_SIGNED_IN', 'Sign in first');
}
