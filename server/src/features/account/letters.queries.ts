import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { LetterTable } from '@balloon/database/people-tables.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { sql } from 'kysely';

export type LetterKind = LetterTable['kind'];

/** A letter to be sent to the account of a login, if there is one, or to an address. */
export type NewLetter = { locale: Locale } & (
  | { kind: 'reset'; login: string }
  | { kind: Exclude<LetterKind, 'reset'>; accountId: number; email: string }
);

/** A letter that this process tries to send now. */
export interface TakenLetter {
  id: number;
  kind: LetterKind;
  login: string | null;
  accountId: number | null;
  email: string | null;
  locale: Locale;
  messageId: string;
  /** Number of this try, from 1. No other try has it, so it is the fence, too. */
  tries: number;
}

/**
 * Pauses before retries: a mail server may be away for a moment, and many take nothing from a sender that is new to them
 * before some five minutes have passed.
 */
const RETRY_AFTER_MS = [3_000, 15_000, 60_000, 300_000, 600_000];
const MOST_TRIES = RETRY_AFTER_MS.length + 1;
/** Time in ms after which nobody waits for a letter any more: that of all tries, and as much again for a site that was down. */
const EXPIRES_AFTER_MS = 30 * 60_000;
/** Time in ms after which a try counts as given up: twice of what the mailer lets one last. */
const LEASE_MS = 120_000;
/** Letters of a kind that wait for an account while the mail server is away. Those of a login are bounded by who asks. */
const MOST_WAITING = 5;

/** Writes a letter down, so that it is sent once the transaction has ended; `Outbox.wake` does it at once. */
export async function writeLetter(db: Db, letter: NewLetter): Promise<void> {
  const { kind, locale, login, accountId, email } = { login: null, accountId: null, email: null, ...letter };
  await sql`
    insert into letter (kind, login, account_id, email, locale, next_try_at_ms, expires_at_ms)
    select ${kind}::text, ${login}::text, ${accountId}::integer, ${email}::text, ${locale}::text, now_ms,
      now_ms + ${EXPIRES_AFTER_MS}::bigint
    from (select ${NOW_MS} as now_ms) as clock
    where (select count(*) from letter where account_id = ${accountId}::integer and kind = ${kind}::text) < ${MOST_WAITING}
  `.execute(db);
}

/** Takes the letter whose try is due first, which no other process gets as long as the try lasts. */
export async function takeLetter(db: Db): Promise<TakenLetter | undefined> {
  const { rows } = await sql<TakenLetter>`
    update letter set tries = tries + 1, next_try_at_ms = ${NOW_MS} + ${LEASE_MS}::bigint
    where id = (
      select id from letter
      where next_try_at_ms <= ${NOW_MS} and expires_at_ms > ${NOW_MS} and tries < ${MOST_TRIES}
      order by next_try_at_ms, id
      limit 1
      for update skip locked
    )
    returning id, kind, login, account_id, email, locale, message_id, tries
  `.execute(db);
  return rows[0];
}

/**
 * Notes to whom a taken letter goes, and begins its lease anew. Until the transaction ends nobody withdraws the letter, and
 * whoever does so afterwards also voids the keys that were made in it.
 *
 * @returns whether it is to be sent: false when it was withdrawn, or its lease was over and another process has taken it
 */
export async function holdLetter(
  db: Db,
  taken: TakenLetter,
  to: { accountId: number; email: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('letter')
    .set({ ...to, nextTryAtMs: sql<number>`${NOW_MS} + ${LEASE_MS}::bigint` })
    .where('id', '=', taken.id)
    .where('tries', '=', taken.tries)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the try of a letter that was not sent. @returns whether it is tried again; deleted otherwise */
export async function putLetterOff(db: Db, taken: TakenLetter): Promise<boolean> {
  const waitMs = RETRY_AFTER_MS[taken.tries - 1];
  if (waitMs === undefined) {
    await endLetter(db, taken);
    return false;
  }
  await db
    .updateTable('letter')
    .set({ nextTryAtMs: sql<number>`${NOW_MS} + ${waitMs}::bigint` })
    .where('id', '=', taken.id)
    .where('tries', '=', taken.tries)
    .execute();
  return true;
}

/** Deletes a taken letter that was sent, or is not to be sent, unless another process has taken it meanwhile. */
export async function endLetter(db: Db, { id, tries }: TakenLetter): Promise<void> {
  await db.deleteFrom('letter').where('id', '=', id).where('tries', '=', tries).execute();
}

/**
 * Withdraws letters of an account that would make keys, also those whose login was not looked up yet. To be called before the
 * keys are voided, see `holdLetter`.
 */
export async function withdrawLetters(
  db: Db,
  accountId: number,
  kinds: readonly Extract<LetterKind, 'reset' | 'confirm'>[],
): Promise<void> {
  const isOfLogin = sql<boolean>`(letter.account_id is null and exists (
    select from account
    where id = ${accountId} and lower(letter.login) in (lower(username), lower(account.email))
  ))`;
  await db
    .deleteFrom('letter')
    .where((eb) => eb.or([eb('accountId', '=', accountId), isOfLogin]))
    .where('kind', 'in', kinds)
    .execute();
}

/** Deletes letters that nobody waits for any more. @returns how many there were */
export async function deleteExpiredLetters(db: Db, nowMs: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('letter')
    .where('expiresAtMs', '<=', nowMs)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
