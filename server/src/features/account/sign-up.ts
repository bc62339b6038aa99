import type { SignUpInGroup } from '@balloon/contracts/people/account.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { InvalidInputError } from '#errors.ts';
import { hashChosen } from '#features/account/choose-password.ts';
import { writeConfirmation } from '#features/account/link-email.ts';
import { expectOwnLook, usernameTaken } from '#features/account/own-look.ts';
import { enterByLink, expectUsableLink } from '#features/group-links/use-link.ts';
import { addressSubject, countTries } from '#limits/rate-limits.ts';
import type { Services } from '#services.ts';

/** Registrations per address: a class of students registers from one address within minutes. */
const PER_ADDRESS = 300;
const WINDOW_MS = 15 * 60_000;

type SignUp = z.output<typeof SignUpInGroup> & { ip: string | null; locale: Locale };

/**
 * Creates an account in the group of a link. An e-mail address is used once its owner confirms it; a site
 * without mail cannot ask for confirmation and stores none.
 *
 * @returns the account's id
 * @throws {NotFoundError} LINK_NOT_FOUND
 * @throws {ForbiddenError} LINK_REVOKED, LINK_EXPIRED, LINK_USED_UP
 * @throws {InvalidInputError} what is missing; PASSWORD_IS_USERNAME
 * @throws {ConflictError} USERNAME_TAKEN, also by one that looks alike; NAME_TAKEN
 * @throws {ThrottledError} THROTTLED
 */
export async function signUp(services: Services, input: SignUp): Promise<number> {
  const { db, mailer, outbox } = services;
  const bound = {
    subject: `sign-up from ${addressSubject(input.ip)}`,
    most: PER_ADDRESS,
    withinMs: WINDOW_MS,
  };
  await countTries(services, [bound]);
  await expectUsableLink(db, input.groupKey);
  const person = complete(input);
  const passwordHash = await hashChosen(person.password, person.username);
  const { email, locale } = input;
  const { id } = await db.transaction().execute(async (tx) => {
    await expectOwnLook(tx, person);
    const account = await insertAccount(tx, { ...person, passwordHash });
    await enterByLink(tx, input.groupKey, account.id, { isNew: true });
    // In one transaction: an account that the answer says nothing of would take the username from who tries again.
    if (email && mailer.isOn) await writeConfirmation(tx, { accountId: account.id, email, locale });
    return account;
  });
  outbox.wake();
  return id;
}

function complete({ username, password, firstName, lastName }: SignUp) {
  if (username === undefined || password === undefined || firstName === undefined || lastName === undefined) {
    const fields = Object.entries({ username, password, firstName, lastName });
    const missing = fields.flatMap(([field, value]) => (value === undefined ? [field] : []));
    throw new InvalidInputError(
      'INVALID_INPUT',
      `Fields are required: ${missing.join(', ')}`,
      missing.map((field) => ({ field, kind: 'required' })),
    );
  }
  return { username, password, firstName, lastName };
}

async function insertAccount(
  tx: Tx,
  person: { username: string; passwordHash: string; firstName: string; lastName: string },
) {
  const { username, passwordHash, firstName, lastName } = person;
  const registeredAtMs = await databaseNowMs(tx);
  const account = await tx
    .insertInto('account')
    .values({
      ...{ username, passwordHash, firstName, lastName, registeredAtMs },
      email: null,
      accessMask: ACCESS_GROUPS.user.mask,
    })
    .onConflict((conflict) =>
      conflict.expression(sql`lower(username)`).where('deletedAtMs', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!account) throw usernameTaken(username);
  return account;
}
