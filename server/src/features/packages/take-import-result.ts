import type { ImportResult } from '@balloon/contracts/package-import.ts';
import { endedStateOf, endImport, lockHeldImport } from '#features/packages/import-lease.queries.ts';
import { settleImport } from '#features/packages/settle-import.ts';
import type { Services } from '#services.ts';

/**
 * Stores what a judge made of a package: the problem with all that belongs to it and the end of the import, in one
 * transaction. Nothing of a package that is refused stays but its report.
 *
 * @returns false when the import was called off or another judge has it now
 * @throws {InvalidInputError} CONTENTS_MISSING
 */
export async function takeImportResult({ db, log }: Services, result: ImportResult): Promise<boolean> {
  const { importId, fence, judgeId } = result;
  const isStored = await db.transaction().execute(async (tx) => {
    const held = await lockHeldImport(tx, result);
    if (!held) return (await endedStateOf(tx, result)) !== undefined;
    return endImport(tx, result, await settleImport(tx, result, held));
  });
  if (!isStored) log.info({ importId, fence, judgeId }, 'the result of an import that has ended was refused');
  return isStored;
}
