import type { ImportResult } from '@balloon/contracts/package-import.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { objectionTo } from '#features/packages/decide-import.ts';
import {
  endedStateOf,
  endImport,
  type ImportEnd,
  lockHeldImport,
} from '#features/packages/import-lease.queries.ts';
import {
  ImportRefusal,
  type ImportTarget,
  storeImportedProblem,
} from '#features/packages/store-imported-problem.ts';
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
  try {
    const isStored = await db.transaction().execute(async (tx) => {
      const held = await lockHeldImport(tx, result);
      if (!held) return (await endedStateOf(tx, result)) !== undefined;
      return endImport(tx, result, await storeIfSound(tx, result, held));
    });
    if (!isStored)
      log.info({ importId, fence, judgeId }, 'the result of an import that has ended was refused');
    return isStored;
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    return endImport(db, result, { state: 'refused', message: error.message, report: result.report });
  }
}

async function storeIfSound(
  tx: Tx,
  { report, problem }: ImportResult,
  target: ImportTarget,
): Promise<ImportEnd> {
  const objection = objectionTo(report);
  if (!problem) return { state: 'failed', message: objection ?? 'There is no problem in it', report };
  if (objection && !target.isForced) return { state: 'refused', message: objection, report };
  return { state: 'done', message: null, report, problemId: await storeImportedProblem(tx, problem, target) };
}
