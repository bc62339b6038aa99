import { ConflictError } from '#errors.ts';
import { endImport } from '#features/packages/import-lease.queries.ts';
import { readImport } from '#features/packages/look-at-imports.ts';
import type { Services } from '#services.ts';

/**
 * Calls an import off. A judge that works on it hears so with its next report; its result is refused.
 *
 * @throws {NotFoundError} IMPORT_NOT_FOUND
 * @throws {ConflictError} IMPORT_HAS_ENDED
 */
export async function cancelImport(services: Services, importId: number): Promise<void> {
  const isCancelled = await endImport(services.db, { importId }, { state: 'cancelled', message: null });
  if (isCancelled) return;
  const { state } = await readImport(services, importId);
  throw new ConflictError('IMPORT_HAS_ENDED', `This import has ended: it is ${state}`);
}
