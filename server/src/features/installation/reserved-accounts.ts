import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import type { NewAccount } from '#features/installation/prepare-installation.ts';
import { reserveIds } from '#features/installation/reserve-ids.ts';
import { generatedPassword } from '#features/session/generated-password.ts';
import { hashPassword } from '#features/session/password.ts';
import { OWNER_ID, SUPPORT_ID } from '#features/users/reserved-ids.ts';

const OWNER_USERNAME = 'admin';

/**
 * Creates the missing reserved accounts. The password of the settings counts at the first start only;
 * afterwards the stored one counts, which its owner may have changed.
 */
export async function createReservedAccounts(tx: Tx, wantedPassword: string | null): Promise<NewAccount[]> {
  const password = wantedPassword ?? generatedPassword();
  const registeredAtMs = await databaseNowMs(tx);
  const reserved = { accessMask: ACCESS_GROUPS.admin.mask, registeredAtMs };
  const ownerIsNew = await insertReserved(tx, {
    ...reserved,
    id: OWNER_ID,
    username: OWNER_USERNAME,
    firstName: 'Admin',
    passwordHash: () => hashPassword(password),
  });
  await insertReserved(tx, {
    ...reserved,
    id: SUPPORT_ID,
    username: 'support',
    firstName: 'Support',
    passwordHash: async () => null,
  });
  await reserveIds(tx, 'account', SUPPORT_ID);
  return ownerIsNew ? [{ username: OWNER_USERNAME, password, role: 'admin' }] : [];
}

interface ReservedAccount {
  id: number;
  username: string;
  firstName: string;
  accessMask: number;
  registeredAtMs: number;
  passwordHash: () => Promise<string | null>;
}

async function insertReserved(tx: Tx, account: ReservedAccount): Promise<boolean> {
  const existing = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', account.id)
    .executeTakeFirst();
  if (existing) return false;
  const passwordHash = await account.passwordHash();
  await tx
    .insertInto('account')
    .values({ ...account, passwordHash, email: null })
    .execute();
  return true;
}
