import type { Db, Tx } from '@balloon/database/connect.ts';
import { recipientOf } from '#features/account/account-letters.ts';
import { holdLetter, type LetterKind, type TakenLetter } from '#features/account/letters.queries.ts';
import { findOwner } from '#features/account/link-email.ts';
import { mayMail } from '#features/account/mail-bounds.ts';
import { createMailedKey } from '#features/account/mailed-keys.ts';
import { findAccountByLogin } from '#features/session/sign-in.ts';
import {
  confirmLetter,
  emailChangedLetter,
  type Letter,
  passwordChangedLetter,
  resetLetter,
  takenLetter,
} from '#mail/letters.ts';
import type { Services } from '#services.ts';

interface Addressee {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  email: string;
}

/**
 * Composes a letter as the account is now, with a key of its own: keys are stored as hashes only, so those of earlier tries,
 * which stay good, are not known any more.
 *
 * @returns null for one that is not to be sent: nobody has the login, the account or its address is another one by now, the
 *   mailbox has received too many of late
 */
export async function prepareLetter(
  services: Services,
  taken: TakenLetter,
): Promise<{ to: string; letter: Letter } | null> {
  const { db, log } = services;
  const account = await findAddressee(db, taken);
  if (!account) return null;
  const isAsked = taken.kind === 'reset' || taken.kind === 'confirm';
  if (isAsked && taken.tries === 1 && !(await mayMail(services, account.email))) {
    log.warn('no letter was sent: this address has received too many of late');
    return null;
  }
  return db.transaction().execute(async (tx) => {
    const isHeld = await holdLetter(tx, taken, { accountId: account.id, email: account.email });
    return isHeld
      ? { to: account.email, letter: await COMPOSE[taken.kind](services, tx, account, taken) }
      : null;
  });
}

/** The account that a letter is for, with the address that it goes to. */
async function findAddressee(db: Db, taken: TakenLetter): Promise<Addressee | null> {
  if (taken.login !== null) return findForgetful(db, taken, taken.login);
  const { accountId, email } = taken;
  if (accountId === null || email === null) return null;
  const account = await db
    .selectFrom('account')
    .select(['id', 'username', 'firstName', 'lastName'])
    .where('id', '=', accountId)
    .where('deletedAtMs', 'is', null)
    .executeTakeFirst();
  return account ? { ...account, email } : null;
}

/** The account of a login, which has to be the same at each try. */
async function findForgetful(db: Db, taken: TakenLetter, login: string): Promise<Addressee | null> {
  const account = await findAccountByLogin(db, login);
  // The support identity has no password and never signs in.
  if (!account?.email || account.passwordHash === null) return null;
  const { id, email } = account;
  const isSame = taken.accountId === null || (taken.accountId === id && taken.email === email);
  return isSame ? { ...account, email } : null;
}

type Compose = (
  services: Services,
  tx: Tx,
  account: Addressee,
  taken: TakenLetter,
) => Letter | Promise<Letter>;

const COMPOSE: Record<LetterKind, Compose> = {
  async reset({ mailer }, tx, account, { locale }) {
    const { id: accountId, email } = account;
    const resetKey = await createMailedKey(tx, { accountId, purpose: 'reset', email });
    return resetLetter(recipientOf(account, locale), mailer.link('/auth/reset', { resetKey }));
  },
  async confirm({ mailer }, tx, account, { locale }) {
    const { id: accountId, username, email } = account;
    const owner = await findOwner(tx, email);
    if (owner && owner.id !== accountId) return takenLetter(recipientOf(owner, locale));
    const confirmKey = await createMailedKey(tx, { accountId, purpose: 'email', email });
    return confirmLetter({ username, locale }, mailer.link('/auth/link-email', { confirmKey }));
  },
  passwordChanged: (_services, _tx, account, { locale }) =>
    passwordChangedLetter(recipientOf(account, locale)),
  emailChanged: (_services, _tx, account, { locale }) => emailChangedLetter(recipientOf(account, locale)),
};
