import type { Tx } from '@balloon/database/connect.ts';
import { type ImportEnd, storeImportEnd } from '#features/packages/imports.queries.ts';
import { type HeldImport, removeFromQueue } from '#features/queue/lease.queries.ts';

/**
 * Ends an import and removes it from the queue.
 *
 * @returns false when the fence is not the newest one (any more); then nothing has changed
 */
export async function endImport(tx: Tx, lease: HeldImport, end: ImportEnd): Promise<boolean> {
  if (!(await removeFromQueue(tx, lease))) return false;
  await storeImportEnd(tx, lease.importId, end, lease.fence);
  return true;
}
