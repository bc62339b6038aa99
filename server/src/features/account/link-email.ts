import type { Db, Tx } from '@balloon/database/connect.ts';
import type { Locale } from '@balloon/domain/statement-locale.ts';
import { sql } from 'kysely';
import { ConflictError } from '#errors.ts';
import { recipientOf } from '#features/account/account-letters.ts';
import { boundAddresses, mayMail } from '#features/account/mail-bounds.ts';
import { createMailedKey, deleteMailedKeys, takeMailedKey } from '#features/account/mailed-keys.ts';
import { confirmLetter, emailChangedLetter, takenLetter } from '#mail/letters.ts';
import type { Services } from '#services.ts';

interface AskedAddress {
  accountId: number;
  username: string;
  email: string;
  locale: Locale;
}

/**
 * Mails a link to an address by which its owner links it to the account; until then it counts for nothing. Whose
 * address it is already learns it by mail, the caller does not.
 *
 * @throws {ForbiddenError} MAIL_OFF
 * @throws {ThrottledError} THROTTLED
 */
export async function askToLinkEmail(services: Services, asked: AskedAddress): Promise<void> {
  const { db, mailer } = services;
  mailer.expectOn();
  await boundAddresses(db, asked.accountId);
  const confirmKey = await db.transaction().execute(async (tx) => {
    await deleteMailedKeys(tx, asked.accountId, 'email'); // the newest address is the wanted one
    return createMailedKey(tx, { ...asked, purpose: 'email' });
  });
  mailer.afterAnswer('asking to confirm an address', () => mailQuestion(services, asked, confirmKey));
}

async function mailQuestion({ db, mailer, log }: Services, asked: AskedAddress, confirmKey: string) {
  if (!(await mayMail(db, asked.email))) return log.warn('a mailbox had enough letters for now');
  const owner = await findOwner(db, asked.email);
  if (owner && owner.id !== asked.accountId) {
    return mailer.send(asked.email, takenLetter(recipientOf(owner, asked.locale)));
  }
  const link = mailer.link('/auth/link-email', { confirmKey });
  await mailer.send(asked.email, confirmLetter(asked, link));
}

/**
 * Links the address that a mailed key was sent to.
 *
 * @returns the address
 * @throws {InvalidInputError} KEY_NOT_VALID
 * @throws {ConflictError} EMAIL_TAKEN when it became somebody else's meanwhile
 */
export async function confirmEmail(
  { db, mailer }: Services,
  input: { confirmKey: string; locale: Locale },
): Promise<string> {
  const account = await db.transaction().execute(async (tx) => {
    const taken = await takeMailedKey(tx, input.confirmKey, 'email');
    const owner = await findOwner(tx, taken.email);
    if (owner && owner.id !== taken.id) throw emailTaken();
    await storeEmail(tx, taken.id, taken.email);
    await deleteMailedKeys(tx, taken.id); // also those that went to the former address
    return taken;
  });
  const { currentEmail, email } = account;
  if (currentEmail !== null && currentEmail !== email && mailer.isOn) {
    mailer.afterAnswer('telling the former address', () =>
      mailer.send(currentEmail, emailChangedLetter(recipientOf(account, input.locale))),
    );
  }
  return email;
}

/** Two may confirm one address at the same moment; the index lets one of them. */
async function storeEmail(tx: Tx, accountId: number, email: string): Promise<void> {
  try {
    await tx.updateTable('account').set({ email }).where('id', '=', accountId).execute();
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) throw emailTaken();
    throw error;
  }
}

const UNIQUE_VIOLATION = '23505';

const emailTaken = () => new ConflictError('EMAIL_TAKEN', 'This address belongs to another account');

function findOwner(db: Db, email: string) {
  return db
    .selectFrom('account')
    .select(['id', 'username', 'firstName', 'lastName'])
    .where('deletedAtMs', 'is', null)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', sql<string>`lower(${email})`))
    .executeTakeFirst();
}
