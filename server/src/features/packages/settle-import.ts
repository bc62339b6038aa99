import type { ImportedProblem } from '@balloon/contracts/imported-problem.ts';
import type { PackageReport } from '@balloon/contracts/package-report.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { NO_PROBLEM, objectionTo } from '#features/packages/decide-import.ts';
import type { ImportEnd } from '#features/packages/imports.queries.ts';
import {
  ImportRefusal,
  type ImportTarget,
  storeImportedProblem,
} from '#features/packages/store-imported-problem.ts';

/** Result of building a package. */
export interface BuiltReport {
  report: PackageReport;
  problem: ImportedProblem | null;
}

/** Stores the problem, unless there is none, or an objection was not overridden by force. */
export async function settleImport(
  tx: Tx,
  { report, problem }: BuiltReport,
  target: ImportTarget,
): Promise<ImportEnd> {
  const objection = objectionTo(report);
  if (!problem) return { state: 'failed', ...(objection ?? NO_PROBLEM), report };
  if (objection && !target.isForced) return { state: 'refused', ...objection, report };
  try {
    return {
      state: 'done',
      message: null,
      report,
      problemId: await storeImportedProblem(tx, problem, target),
    };
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error; // thrown before anything is written
    return { state: 'refused', message: error.message, reason: error.reason, report };
  }
}
