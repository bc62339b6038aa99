import { databaseNowMs } from '@balloon/database/clock.ts';
import { deleteExpiredLetters } from '#features/account/letters.queries.ts';
import { deleteExpiredKeys } from '#features/account/mailed-keys.ts';
import type { Services } from '#services.ts';

const EVERY_MS = 10 * 60_000;

/** Deletes expired mailed keys and letters now and then; returns the function that stops it. */
export function startAccountChores({ db, log }: Services): () => void {
  const timer = setInterval(async () => {
    try {
      const nowMs = await databaseNowMs(db);
      await deleteExpiredKeys(db, nowMs);
      const letters = await deleteExpiredLetters(db, nowMs);
      if (letters > 0) log.error({ letters }, 'letters were not sent in time, and are not tried again');
    } catch (error) {
      log.warn({ err: error }, 'expired mailed keys and letters were not deleted');
    }
  }, EVERY_MS);
  return () => clearInterval(timer);
}
