import { databaseNowMs } from '@balloon/database/clock.ts';
import { deleteExpiredKeys } from '#features/account/mailed-keys.ts';
import type { Services } from '#services.ts';

const EVERY_MS = 10 * 60_000;

/** Deletes expired mailed keys now and then; returns the function that stops it. */
export function startAccountChores({ db, log }: Services): () => void {
  const timer = setInterval(async () => {
    try {
      await deleteExpiredKeys(db, await databaseNowMs(db));
    } catch (error) {
      log.warn({ err: error }, 'expired mailed keys were not deleted');
    }
  }, EVERY_MS);
  return () => clearInterval(timer);
}
