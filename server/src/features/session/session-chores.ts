import { databaseNowMs } from '@balloon/database/clock.ts';
import { deleteOldDevices } from '#features/session/known-device.ts';
import { deleteExpiredSessions } from '#features/session/session.queries.ts';
import { deleteOldTries } from '#limits/rate-limits.ts';
import type { Services } from '#services.ts';

const TIDY_EVERY_MS = 10 * 60_000;

/** Deletes expired sessions, known devices and counted tries now and then; returns the function that stops it. */
export function startSessionChores(services: Services): () => void {
  const timer = setInterval(() => {
    tidySessions(services).catch((error) =>
      services.log.warn({ err: error }, 'expired sessions were not deleted'),
    );
  }, TIDY_EVERY_MS);
  return () => clearInterval(timer);
}

export async function tidySessions({ db }: Pick<Services, 'db'>): Promise<void> {
  const nowMs = await databaseNowMs(db);
  await deleteExpiredSessions(db, nowMs);
  await deleteOldTries(db, nowMs);
  await deleteOldDevices(db, nowMs);
}
