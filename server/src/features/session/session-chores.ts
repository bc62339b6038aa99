import { databaseNowMs } from '@balloon/database/clock.ts';
import { deleteExpiredKeys } from '#features/account/mailed-keys.ts';
import { deleteOldTries } from '#features/session/bounded-tries.ts';
import { deleteExpiredSessions } from '#features/session/session.queries.ts';
import type { Services } from '#services.ts';

const TIDY_EVERY_MS = 10 * 60_000;

/** Tidies sessions, mailed keys and counted tries now and then; gives the function that stops it. */
export function startSessionChores(services: Services): () => void {
  const timer = setInterval(() => {
    tidySessions(services).catch((error) => services.log.warn({ err: error }, 'sessions were not tidied'));
  }, TIDY_EVERY_MS);
  return () => clearInterval(timer);
}

export async function tidySessions({ db }: Pick<Services, 'db'>): Promise<void> {
  const nowMs = await databaseNowMs(db);
  await deleteExpiredSessions(db, nowMs);
  await deleteOldTries(db, nowMs);
  await deleteExpiredKeys(db, nowMs);
}
