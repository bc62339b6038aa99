import type { ImportResult } from '@balloon/contracts/judging/package-import.ts';
import { takeTime } from '@balloon/database/connect.ts';
import { endImport } from '#features/packages/end-import.ts';
import { findRequest, isEndedBy } from '#features/packages/imports.queries.ts';
import { settleImport } from '#features/packages/settle-import.ts';
import { enqueueParts, splitImport } from '#features/packages/split-import.ts';
import { lockLease } from '#features/queue/lease.queries.ts';
import type { Services } from '#services.ts';

/**
 * Stores a judge's result of an import: the complete problem and the end of the import, in one transaction.
 * Of a refused package only the report is stored; the packages of an archive that holds several are queued.
 *
 * @returns false when the import was cancelled or another judge has it now
 * @throws {InvalidInputError} CONTENTS_MISSING
 */
export async function takeImportResult({ db, log }: Services, result: ImportResult): Promise<boolean> {
  const { importId, fence, judgeId } = result;
  const isStored = await db.transaction().execute(async (tx) => {
    await takeTime(tx);
    if (!(await lockLease(tx, result))) return isEndedBy(tx, result);
    const request = await findRequest(tx, importId);
    const isSplit = result.parts.length > 0 && request.part === null;
    const end = isSplit ? splitImport(request, result) : await settleImport(tx, result, request);
    if (!(await endImport(tx, result, end))) return false;
    if (end.state === 'split') await enqueueParts(tx, request, result.parts);
    return true;
  });
  if (!isStored) log.info({ importId, fence, judgeId }, 'the result of an import that has ended was refused');
  return isStored;
}
