import type { ImportedProblem } from '@balloon/contracts/imported-problem.ts';
import type { PackageReport } from '@balloon/contracts/package-report.ts';

/** What becomes of a package: always a report, and a problem unless the report says that it is broken. */
export interface BuiltPackage extends AsyncDisposable {
  report: PackageReport;
  problem: ImportedProblem | null;
  /** Where the contents named in `problem` lie on this machine, until this is disposed of: hash → absolute path. */
  contents: ReadonlyMap<string, string>;
}

/** Told while a package is built, for a progress line. */
export interface BuildProgress {
  step: 'reading' | 'compiling' | 'generating' | 'validating' | 'answers' | 'solutions' | 'statements';
  /** How many of `total` steps of this kind are done. */
  done: number;
  total: number;
  /** What is at work: a test, a solution, in the author's words. */
  what: string;
}
