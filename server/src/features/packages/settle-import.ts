import type { ImportedProblem } from '@balloon/contracts/judging/imported-problem.ts';
import type { PackageReport } from '@balloon/contracts/judging/package-report.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { NO_PROBLEM, objectionTo } from '#features/packages/decide-import.ts';
import type { ImportEnd } from '#features/packages/imports.queries.ts';
import {
  type ImportOrigin,
  ImportRefusal,
  type ImportTarget,
  storeImportedProblem,
} from '#features/packages/store-imported-problem.ts';
import { findProblem } from '#features/problems/problems.queries.ts';
import { findLatestVersionNumber } from '#features/problems/versions.queries.ts';

/** Result of building a package. */
export interface BuiltReport {
  report: PackageReport;
  problem: ImportedProblem | null;
}

/** Stores the problem, unless there is none, or an objection was not overridden by force. */
export async function settleImport(
  tx: Tx,
  { report, problem }: BuiltReport,
  target: ImportTarget & ImportOrigin,
): Promise<ImportEnd> {
  const objection = objectionTo(report);
  if (!problem) return { state: 'failed', ...(objection ?? NO_PROBLEM), report };
  if (objection && !target.isForced) return { state: 'refused', ...objection, report };
  try {
    const problemId = await storeImportedProblem(tx, problem, target);
    await recordImport(tx, problemId, target);
    return { state: 'done', message: null, report, problemId };
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error; // thrown before anything is written
    return { state: 'refused', message: error.message, reason: error.reason, report };
  }
}

/** Records the version that an import has made, so that whoever edits the problem meanwhile learns of it. */
async function recordImport(tx: Tx, problemId: number, { fileName, authorId }: ImportOrigin): Promise<void> {
  const versionNumber = await findLatestVersionNumber(tx, problemId);
  const problem = await findProblem(tx, problemId);
  await recordChange(tx, authorId === null ? null : { id: authorId }, {
    action: 'problem.import',
    subjectId: problemId,
    subjectName: problem?.title,
    version: versionNumber,
    after: { fileName, versionNumber },
  });
}
