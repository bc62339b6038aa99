import { setTimeout as pause } from 'node:timers/promises';
import { removeOrphanBlobs } from '@balloon/database/orphan-blobs.ts';
import { quarantineExpiredImports, returnExpiredImports } from '#features/packages/import-lease.queries.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services } from '#services.ts';

/** Judges that may fall silent over one package, or have trouble with it. */
export const MAX_IMPORT_ATTEMPTS = 2;

const ROUND_MS = 2_000;
const ORPHANS_EVERY_MS = 3_600_000;
/** Longer than any import takes from its first content to its problem. */
const ORPHAN_AGE_MS = 24 * 3_600_000;

/** Takes imports back from silent judges and throws unused contents away. Gives the function that stops it. */
export function startImportChores(services: Services): () => void {
  const stopping = new AbortController();
  void keepHouse(services, stopping.signal);
  return () => stopping.abort();
}

async function keepHouse(services: Services, signal: AbortSignal): Promise<void> {
  let orphansAtMs = performance.now() + ROUND_MS;
  while (!signal.aborted) {
    try {
      await pause(ROUND_MS * (1 + Math.random() / 2), undefined, { signal });
      await takeBackExpiredImports(services);
      if (performance.now() < orphansAtMs) continue;
      orphansAtMs = performance.now() + ORPHANS_EVERY_MS;
      await removeOrphanBlobs(services.db, ORPHAN_AGE_MS);
    } catch (error) {
      if (!signal.aborted)
        services.log.warn({ err: error }, 'the chores of imports failed; the next round tries again');
    }
  }
}

/** One round. Any number of web processes may do it at once. */
export async function takeBackExpiredImports({ db, log }: Services): Promise<void> {
  const silence = `${MAX_IMPORT_ATTEMPTS} judges in a row fell silent over this package, so it is not tried again: see their logs`;
  for (const lost of await quarantineExpiredImports(db, MAX_IMPORT_ATTEMPTS, silence)) {
    log.error(lost, 'QUARANTINED: a package silenced one judge after the other');
  }
  const returned = await db.transaction().execute(async (tx) => {
    const expired = await returnExpiredImports(tx, MAX_IMPORT_ATTEMPTS);
    if (expired.length > 0) await announce(tx, 'import.waiting', {});
    return expired;
  });
  for (const lost of returned) log.warn(lost, 'a judge fell silent; its import is back in the queue');
}
