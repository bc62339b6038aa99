import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { tokenHash } from '#features/session/session-token.ts';

/*
 * A browser in which somebody signed in keeps a random key. Guesses of others do not slow it.
 * @see OWASP, Blocking Brute Force Attacks: device cookies
 */
export const DEVICE_COOKIE = 'balloon_device';
const DAY_MS = 24 * 3600_000;
/** Longer than the pause between two contest seasons. */
export const DEVICE_LIFETIME_MS = 400 * DAY_MS;
/** Most accounts per key: machines of a computer class know many; a leaked key should not know all. */
const ACCOUNTS_PER_DEVICE = 100;

/** Accounts that signed in with this key before. */
export async function accountsOfDevice(db: Db, key: string | null): Promise<number[]> {
  if (key === null) return [];
  const found = await db
    .selectFrom('knownDevice')
    .select('accountId')
    .where('keyHash', '=', tokenHash(key))
    .execute();
  return found.map(({ accountId }) => accountId);
}

/** Remembers that an account signed in with the key. */
export async function rememberDevice(db: Db, key: string, accountId: number, nowMs: number): Promise<void> {
  const keyHash = tokenHash(key);
  await db
    .insertInto('knownDevice')
    .values({ keyHash, accountId, seenAtMs: nowMs })
    .onConflict((conflict) => conflict.columns(['keyHash', 'accountId']).doUpdateSet({ seenAtMs: nowMs }))
    .execute();
  await forgetOldest(db, keyHash);
}

/** Forgets all devices on a new password: the old one may have been used by others. */
export async function forgetDevices(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('knownDevice').where('accountId', '=', accountId).execute();
}

export async function deleteOldDevices(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('knownDevice')
    .where('seenAtMs', '<=', nowMs - DEVICE_LIFETIME_MS)
    .execute();
}

async function forgetOldest(db: Db, keyHash: Buffer): Promise<void> {
  await sql`
    delete from known_device where key_hash = ${keyHash} and account_id in (
      select account_id from known_device where key_hash = ${keyHash}
      order by seen_at_ms desc offset ${ACCOUNTS_PER_DEVICE}
    )
  `.execute(db);
}
