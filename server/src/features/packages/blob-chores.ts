import { setTimeout as pause } from 'node:timers/promises';
import { removeOrphanBlobs } from '@balloon/database/orphan-blobs.ts';
import { dropEndedArchives } from '#features/packages/imports.queries.ts';
import type { Services } from '#services.ts';

const ROUND_MS = 3_600_000;
/** Age of unused contents; longer than any import takes from its first content to its problem. */
const ORPHAN_AGE_MS = 24 * 3_600_000;

/** Deletes contents that nothing uses, once an hour. Returns the function that stops it. */
export function startBlobChores(services: Services): () => void {
  const stopping = new AbortController();
  void keepHouse(services, stopping.signal);
  return () => stopping.abort();
}

async function keepHouse({ db, log }: Services, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await pause(ROUND_MS * (1 + Math.random() / 2), undefined, { signal });
      await dropEndedArchives(db);
      await removeOrphanBlobs(db, ORPHAN_AGE_MS);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'unused contents were not deleted; the next round tries');
    }
  }
}
