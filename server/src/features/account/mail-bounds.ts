import { ThrottledError } from '#errors.ts';
import { nameSubject } from '#features/session/guess-limits.ts';
import { addressSubject, countTries } from '#limits/rate-limits.ts';
import type { Services } from '#services.ts';

const HOUR_MS = 60 * 60_000;
/** Requests per hour by one person or about one name. */
const ASKED_PER_HOUR = 5;
/** Requests per hour from one address: a whole university may stand behind it. */
const ASKED_PER_HOUR_FROM_ADDRESS = 100;
/** Mails per hour to one mailbox, from all callers together. */
const MAILS_PER_HOUR = 5;

/** @throws {ThrottledError} THROTTLED, the same for existing and unknown names */
export async function boundResets(
  services: Services,
  asked: { login: string; ip: string | null },
): Promise<void> {
  await countTries(services, [
    {
      subject: `reset from ${addressSubject(asked.ip)}`,
      most: ASKED_PER_HOUR_FROM_ADDRESS,
      withinMs: HOUR_MS,
    },
    { subject: `reset of ${nameSubject(asked.login)}`, most: ASKED_PER_HOUR, withinMs: HOUR_MS },
  ]);
}

/** @throws {ThrottledError} THROTTLED */
export async function boundAddresses(services: Services, accountId: number): Promise<void> {
  await countTries(services, [{ subject: `email of ${accountId}`, most: ASKED_PER_HOUR, withinMs: HOUR_MS }]);
}

/** Whether a mailbox may get one more letter now. */
export async function mayMail(services: Services, email: string): Promise<boolean> {
  try {
    await countTries(services, [
      { subject: `mail to ${nameSubject(email)}`, most: MAILS_PER_HOUR, withinMs: HOUR_MS },
    ]);
    return true;
  } catch (error) {
    if (error instanceof ThrottledError) return false;
    throw error;
  }
}
