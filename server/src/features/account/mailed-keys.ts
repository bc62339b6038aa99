import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { InvalidInputError } from '#errors.ts';
import { withdrawLetters } from '#features/account/letters.queries.ts';
import { newToken, tokenHash } from '#features/session/session-token.ts';

export type KeyPurpose = 'reset' | 'email';

/** How long a key works, as the letters say. */
const VALID_MS: Record<KeyPurpose, number> = { reset: 60 * 60_000, email: 24 * 60 * 60_000 };

/** Stores the hash of a new key for an address, and returns the key. */
export async function createMailedKey(
  db: Db,
  { accountId, purpose, email }: { accountId: number; purpose: KeyPurpose; email: string },
): Promise<string> {
  const key = newToken();
  const createdAtMs = await databaseNowMs(db);
  await db
    .insertInto('mailedKey')
    .values({
      keyHash: tokenHash(key),
      accountId,
      purpose,
      email,
      createdAtMs,
      expiresAtMs: createdAtMs + VALID_MS[purpose],
    })
    .execute();
  return key;
}

/**
 * Consumes a mailed key, which works once, and keeps its account from changing until the transaction ends.
 *
 * @throws {InvalidInputError} KEY_NOT_VALID when it was used, is too old, never existed, its account is closed, or a link for a
 *   new password went to an address that the account has no longer
 */
export async function takeMailedKey(tx: Tx, key: string, purpose: KeyPurpose) {
  const keyHash = tokenHash(key);
  // The account first, as a new password does: one of two calls waits for the other, in place of both for each other.
  await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('mailedKey').select('accountId').where('keyHash', '=', keyHash))
    .forNoKeyUpdate()
    .execute();
  const taken = await tx
    .deleteFrom('mailedKey')
    .using('account')
    .whereRef('account.id', '=', 'mailedKey.accountId')
    .where('keyHash', '=', keyHash)
    .where(isUsable(purpose, await databaseNowMs(tx)))
    .returning([
      'account.id',
      'account.username',
      'account.firstName',
      'account.lastName',
      'account.email as currentEmail',
      'mailedKey.email',
    ])
    .executeTakeFirst();
  if (!taken) throw keyNotValid();
  return taken;
}

/**
 * The username of the account of a mailed key, which stays usable.
 *
 * @throws {InvalidInputError} KEY_NOT_VALID as `takeMailedKey`
 */
export async function peekMailedKey(db: Db, key: string, purpose: KeyPurpose): Promise<string> {
  const found = await db
    .selectFrom('mailedKey')
    .innerJoin('account', 'account.id', 'mailedKey.accountId')
    .select('account.username')
    .where('keyHash', '=', tokenHash(key))
    .where(isUsable(purpose, await databaseNowMs(db)))
    .executeTakeFirst();
  if (!found) throw keyNotValid();
  return found.username;
}

/** Whether a key opens its account now. */
function isUsable(purpose: KeyPurpose, nowMs: number) {
  // A link may have been made while the address was being changed, and so after those before it were voided.
  const isForAddress = sql<boolean>`${purpose}::text <> 'reset' or lower(mailed_key.email) = lower(account.email)`;
  return sql<boolean>`
    mailed_key.purpose = ${purpose} and mailed_key.expires_at_ms > ${nowMs} and account.deleted_at_ms is null
    and not account.is_banned and account.access_mask <> ${ACCESS_GROUPS.locked.mask} and (${isForAddress})
  `;
}

const keyNotValid = () =>
  new InvalidInputError('KEY_NOT_VALID', 'This link was used or is too old. Ask for a new one');

/** Voids every key of an account, for whatever it was mailed, and withdraws letters that would bring others. */
export async function voidAllKeys(db: Db, accountId: number): Promise<void> {
  await withdrawLetters(db, accountId, ['reset', 'confirm']);
  await db.deleteFrom('mailedKey').where('accountId', '=', accountId).execute();
}

/** Voids the keys that would confirm an address, and withdraws the letters; links for a new password stay. */
export async function voidAddressKeys(db: Db, accountId: number): Promise<void> {
  await withdrawLetters(db, accountId, ['confirm']);
  await db
    .deleteFrom('mailedKey')
    .where('accountId', '=', accountId)
    .where('purpose', '=', 'email')
    .execute();
}

/** Voids the links for a new password that were mailed to other addresses than the one that an account has now. */
export async function voidResetsElsewhere(db: Db, accountId: number, email: string): Promise<void> {
  await db
    .deleteFrom('mailedKey')
    .where('accountId', '=', accountId)
    .where('purpose', '=', 'reset')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '<>', email.toLowerCase()))
    .execute();
}

/** Deletes expired keys. */
export async function deleteExpiredKeys(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('mailedKey').where('expiresAtMs', '<=', nowMs).execute();
}
