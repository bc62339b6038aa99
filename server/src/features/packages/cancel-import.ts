import type { Tx } from '@balloon/database/connect.ts';
import { ConflictError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { removeUnusedContents } from '#features/packages/blob-chores.ts';
import { storeImportEnd } from '#features/packages/imports.queries.ts';
import { readImport } from '#features/packages/look-at-imports.ts';
import { callOff } from '#features/queue/lease.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Cancels an import. A judge that works on it is notified with its next report; its result is refused. The room of a very large
 * archive is free soon afterwards.
 *
 * @throws {NotFoundError} IMPORT_NOT_FOUND
 * @throws {ConflictError} IMPORT_HAS_ENDED
 */
export async function cancelImport(services: Services, admin: User, importId: number): Promise<void> {
  const isCancelled = await services.db.transaction().execute((tx) => cancelImportIn(tx, admin, importId));
  if (isCancelled) return freeRoom(services);
  const { state } = await readImport(services, importId);
  throw new ConflictError('IMPORT_HAS_ENDED', `This import has ended: it is ${state}`);
}

/**
 * Cancels an import in a transaction of the caller.
 *
 * @returns false when it has ended
 */
export async function cancelImportIn(
  tx: Tx,
  actor: Parameters<typeof recordChange>[1],
  importId: number,
): Promise<boolean> {
  if (!(await callOff(tx, { importId }))) return false;
  await storeImportEnd(tx, importId, { state: 'cancelled', message: null });
  await recordChange(tx, actor, { action: 'import.cancel', subjectId: importId });
  return true;
}

/** Deletes what the cancelled import used alone, which takes a while for gigabytes: nobody waits for it. */
function freeRoom({ patientDb, log }: Services): void {
  removeUnusedContents(patientDb).catch((error: unknown) => {
    log.warn({ err: error }, 'the room of a cancelled import is freed by the next round of chores');
  });
}
