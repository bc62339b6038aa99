import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { violatedKey } from '@balloon/database/unique-violation.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { sql } from 'kysely';
import { ConflictError, ForbiddenError } from '#errors.ts';
import { writeLetter } from '#features/account/letters.queries.ts';
import { boundAddresses } from '#features/account/mail-bounds.ts';
import {
  createMailedKey,
  takeMailedKey,
  voidAddressKeys,
  voidResetsElsewhere,
} from '#features/account/mailed-keys.ts';
import { expectOwnPassword } from '#features/session/own-password.ts';
import { expectStillSignedIn } from '#features/session/still-signed-in.ts';
import type { Services } from '#services.ts';

interface AskedAddress {
  accountId: number;
  /** Session of the caller. */
  sessionId: number;
  email: string;
  locale: Locale;
}

/** Time after signing in during which an address needs no password: older clients send none. */
const FRESH_MS = 15 * 60_000;

/**
 * Refuses an address that may come from a person who found or stole an open session: the address allows
 * setting a new password.
 *
 * @throws {ForbiddenError} PASSWORD_NEEDED, WRONG_PASSWORD
 * @throws {ThrottledError} THROTTLED
 */
export async function expectMayLinkEmail(
  services: Services,
  asked: { accountId: number; sessionId: number; password: string | undefined; ip: string | null },
): Promise<void> {
  const { accountId, password, ip } = asked;
  if (password !== undefined) return expectOwnPassword(services, { accountId, password, ip });
  const { createdAtMs, email } = await services.db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .select(['session.createdAtMs', 'account.email'])
    .where('session.id', '=', asked.sessionId)
    .executeTakeFirstOrThrow();
  const isFresh = (await databaseNowMs(services.db)) - createdAtMs < FRESH_MS;
  if (email === null && isFresh) return;
  throw new ForbiddenError('PASSWORD_NEEDED', 'Send your password with the new address');
}

/**
 * Mails a link by which the owner of an address adds it to the account; unconfirmed addresses are not used.
 * If the address belongs to another account, its owner is notified by mail and the caller learns nothing.
 *
 * @throws {ForbiddenError} MAIL_OFF
 * @throws {ThrottledError} THROTTLED
 * @throws {UnauthenticatedError} NOT_SIGNED_IN when the session ended meanwhile
 */
export async function askToLinkEmail(services: Services, asked: AskedAddress): Promise<void> {
  const { db, mailer, outbox } = services;
  mailer.expectOn();
  const { accountId, sessionId, email, locale } = asked;
  await boundAddresses(services, accountId);
  await db.transaction().execute(async (tx) => {
    await expectStillSignedIn(tx, { accountId, sessionId });
    await writeConfirmation(tx, { accountId, email, locale });
  });
  outbox.wake();
}

/** Writes down a letter that asks for the confirmation of an address; `Outbox.wake` sends it after the transaction. */
export async function writeConfirmation(
  tx: Tx,
  { accountId, email, locale }: Omit<AskedAddress, 'sessionId'>,
): Promise<void> {
  await voidAddressKeys(tx, accountId); // the newest address is the wanted one
  await createMailedKey(tx, { accountId, purpose: 'email', email }); // shown as pending; letters have keys of their own
  await writeLetter(tx, { kind: 'confirm', accountId, email, locale });
}

/**
 * Links the address that a mailed key was sent to.
 *
 * @returns the address
 * @throws {InvalidInputError} KEY_NOT_VALID
 * @throws {ConflictError} EMAIL_TAKEN when another account has it by now
 */
export async function confirmEmail(
  { db, mailer, outbox }: Services,
  input: { confirmKey: string; locale: Locale },
): Promise<string> {
  const address = await db.transaction().execute(async (tx) => {
    const taken = await takeMailedKey(tx, input.confirmKey, 'email');
    const owner = await findOwner(tx, taken.email);
    if (owner && owner.id !== taken.id) throw emailTaken();
    await storeEmail(tx, taken.id, taken.email);
    await voidAddressKeys(tx, taken.id); // created by requests of the same moment
    await voidResetsElsewhere(tx, taken.id, taken.email);
    const { id: accountId, currentEmail, email } = taken;
    if (currentEmail !== null && currentEmail !== email && mailer.isOn)
      await writeLetter(tx, { kind: 'emailChanged', accountId, email: currentEmail, locale: input.locale });
    return email;
  });
  outbox.wake();
  return address;
}

/** Stores a confirmed address. Of two simultaneous confirmations the unique index accepts one. */
async function storeEmail(tx: Tx, accountId: number, email: string): Promise<void> {
  try {
    await tx.updateTable('account').set({ email }).where('id', '=', accountId).execute();
  } catch (error) {
    if (violatedKey(error) !== undefined) throw emailTaken();
    throw error;
  }
}

const emailTaken = () => new ConflictError('EMAIL_TAKEN', 'This address belongs to another account');

/** The account that has a confirmed address. */
export function findOwner(db: Db, email: string) {
  return db
    .selectFrom('account')
    .select(['id', 'username', 'firstName', 'lastName'])
    .where('deletedAtMs', 'is', null)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', sql<string>`lower(${email})`))
    .executeTakeFirst();
}
