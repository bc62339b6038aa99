import type { Tx } from '@balloon/database/connect.ts';
import { InvalidInputError } from '#errors.ts';
import { voidAllKeys } from '#features/account/mailed-keys.ts';
import { forgetDevices } from '#features/session/known-device.ts';
import { hashPassword } from '#features/session/password.ts';

/**
 * Returns the hash of a password that a person chose.
 *
 * @throws {InvalidInputError} PASSWORD_IS_USERNAME
 */
export function hashChosen(password: string, username: string): Promise<string> {
  expectNotUsername(password, username);
  return hashPassword(password);
}

/** @throws {InvalidInputError} PASSWORD_IS_USERNAME */
export function expectNotUsername(password: string, username: string): void {
  if (password.toLowerCase() !== username.toLowerCase()) return;
  throw new InvalidInputError('PASSWORD_IS_USERNAME', 'Choose a password that is not your username');
}

/**
 * Stores a new password. Ends all sessions and voids every mailed key: an intruder may have requested a link
 * to an address of their own.
 *
 * @param keptSessionId session in which the person changes the password; it stays
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
  await voidAllKeys(tx, accountId);
  await forgetDevices(tx, accountId);
}
