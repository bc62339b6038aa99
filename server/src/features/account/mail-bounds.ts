import type { Db } from '@balloon/database/connect.ts';
import { ThrottledError } from '#errors.ts';
import { addressSubject, countTries } from '#features/session/bounded-tries.ts';
import { nameSubject } from '#features/session/sign-in-throttle.ts';

const HOUR_MS = 60 * 60_000;
/** Of one person or about one name. */
const ASKED_PER_HOUR = 5;
/** A whole university may stand behind one address. */
const ASKED_PER_HOUR_FROM_ADDRESS = 100;
/** No mailbox gets more than these, whoever asks. */
const MAILS_PER_HOUR = 5;

/** @throws {ThrottledError} THROTTLED, alike for names that exist and those that do not */
export async function boundResets(db: Db, asked: { login: string; ip: string | null }): Promise<void> {
  await countTries(db, [
    {
      subject: `reset from ${addressSubject(asked.ip)}`,
      most: ASKED_PER_HOUR_FROM_ADDRESS,
      withinMs: HOUR_MS,
    },
    { subject: `reset of ${nameSubject(asked.login)}`, most: ASKED_PER_HOUR, withinMs: HOUR_MS },
  ]);
}

/** @throws {ThrottledError} THROTTLED */
export async function boundAddresses(db: Db, accountId: number): Promise<void> {
  await countTries(db, [{ subject: `email of ${accountId}`, most: ASKED_PER_HOUR, withinMs: HOUR_MS }]);
}

/** Whether a mailbox may get one more letter now. */
export async function mayMail(db: Db, email: string): Promise<boolean> {
  try {
    await countTries(db, [
      { subject: `mail to ${nameSubject(email)}`, most: MAILS_PER_HOUR, withinMs: HOUR_MS },
    ]);
    return true;
  } catch (error) {
    if (error instanceof ThrottledError) return false;
    throw error;
  }
}
