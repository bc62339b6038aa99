import type { ImportResult } from '@balloon/contracts/package-import.ts';
import { endImport } from '#features/packages/end-import.ts';
import { findTarget, isEndedBy } from '#features/packages/imports.queries.ts';
import { settleImport } from '#features/packages/settle-import.ts';
import { lockLease } from '#features/queue/lease.queries.ts';
import type { Services } from '#services.ts';

/**
 * Stores a judge's result of an import: the complete problem and the end of the import, in one transaction.
 * Of a refused package only the report is stored.
 *
 * @returns false when the import was cancelled or another judge has it now
 * @throws {InvalidInputError} CONTENTS_MISSING
 */
export async function takeImportResult({ db, log }: Services, result: ImportResult): Promise<boolean> {
  const { importId, fence, judgeId } = result;
  const isStored = await db.transaction().execute(async (tx) => {
    if (!(await lockLease(tx, result))) return isEndedBy(tx, result);
    return endImport(tx, result, await settleImport(tx, result, await findTarget(tx, importId)));
  });
  if (!isStored) log.info({ importId, fence, judgeId }, 'the result of an import that has ended was refused');
  return isStored;
}
