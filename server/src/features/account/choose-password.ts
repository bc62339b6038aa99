import type { Tx } from '@balloon/database/connect.ts';
import { InvalidInputError } from '#errors.ts';
import { deleteMailedKeys } from '#features/account/mailed-keys.ts';
import { hashPassword } from '#features/session/password.ts';
import { Turns } from '#turns.ts';

/** Hashing is slow on purpose: a few at a time leave room for other requests. */
const TURNS = new Turns(2);

/**
 * The hash of a password that somebody chose.
 *
 * @throws {InvalidInputError} PASSWORD_IS_USERNAME
 */
export function hashChosen(password: string, username: string): Promise<string> {
  if (password.toLowerCase() === username.toLowerCase()) {
    throw new InvalidInputError('PASSWORD_IS_USERNAME', 'Choose a password that is not your username');
  }
  return TURNS.take(() => hashPassword(password));
}

/**
 * Gives an account a new password. Whoever was signed in with the old one is not any more, and every mailed key is
 * worthless: an intruder may have asked for a link to an address of theirs.
 *
 * @param keptSessionId the session in which the person changes it
 */
export async function storePassword(
  tx: Tx,
  accountId: number,
  passwordHash: string,
  keptSessionId: number | null = null,
): Promise<void> {
  await tx.updateTable('account').set({ passwordHash }).where('id', '=', accountId).execute();
  await tx
    .deleteFrom('session')
    .where('accountId', '=', accountId)
    .$if(keptSessionId !== null, (query) => query.where('id', '<>', keptSessionId as number))
    .execute();
  await deleteMailedKeys(tx, accountId);
}
