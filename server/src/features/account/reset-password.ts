import type { Db } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import { voidAllKeys } from '#features/account/mailed-keys.ts';
import { generatedPassword } from '#features/session/generated-password.ts';
import { forgetDevices } from '#features/session/known-device.ts';
import { hashPassword } from '#features/session/password.ts';

/**
 * Gives an account a new password and ends its sessions: for an operator at the machine, when a password was
 * lost or leaked.
 *
 * @returns the password, of which only a hash is stored
 * @throws {NotFoundError} USER_NOT_FOUND, also for the support identity, which never signs in
 */
export async function resetPassword(db: Db, username: string): Promise<string> {
  const password = generatedPassword();
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    const account = await tx
      .updateTable('account')
      .set({ passwordHash })
      .where((eb) => eb(eb.fn('lower', ['username']), '=', username.trim().toLowerCase()))
      .where('passwordHash', 'is not', null)
      .where('deletedAtMs', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!account) throw new NotFoundError('USER_NOT_FOUND', `There is no account ${username} that signs in`);
    await tx.deleteFrom('session').where('accountId', '=', account.id).execute();
    await voidAllKeys(tx, account.id);
    await forgetDevices(tx, account.id);
  });
  return password;
}
