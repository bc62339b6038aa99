import type { Db } from '@balloon/database/connect.ts';
import { removeOrphanBlobs } from '@balloon/database/orphan-blobs.ts';
import { startChores } from '#chores.ts';
import { dropEndedArchives } from '#features/packages/imports.queries.ts';
import { dropAbandonedUploads } from '#features/packages/package-uploads.queries.ts';
import { removeOrphanCompilerOutputs } from '#features/solutions/compiler-outputs.queries.ts';
import type { Services } from '#services.ts';

const ROUND_MS = 3_600_000;
/** Age of unused contents; longer than any import takes from its first content to its problem. */
const ORPHAN_AGE_MS = 24 * 3_600_000;

/** Deletes contents that nothing uses: those of a day ago, and what was let go. */
export const removeUnusedContents = (db: Db): Promise<number> => removeOrphanBlobs(db, ORPHAN_AGE_MS);

/** Deletes contents that nothing uses, once an hour. Returns the function that stops it. */
export function startBlobChores(services: Services): () => void {
  const { db } = services;
  async function round(): Promise<void> {
    await dropEndedArchives(db);
    await dropAbandonedUploads(db);
    await removeUnusedContents(db);
    await removeOrphanCompilerOutputs(db);
  }
  return startChores(services, ROUND_MS, round, 'unused contents were not deleted; the next round tries');
}
