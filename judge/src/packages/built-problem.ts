import type { ImportedProblem } from '@balloon/contracts/judging/imported-problem.ts';
import type { PackageReport } from '@balloon/contracts/judging/package-report.ts';

/** Result of building a package: always a report, and a problem unless the report says that it is broken. */
export interface BuiltPackage extends AsyncDisposable {
  report: PackageReport;
  problem: ImportedProblem | null;
  /** Paths of the contents named in `problem` on this machine, until this is disposed of: hash → absolute path. */
  contents: ReadonlyMap<string, string>;
}

/** Progress of a build, for a progress line. */
export interface BuildProgress {
  step: 'reading' | 'compiling' | 'generating' | 'validating' | 'answers' | 'solutions' | 'sending';
  /** Number of finished steps of this kind, out of `total`. */
  done: number;
  total: number;
  /** Current test or solution, by the author's name. */
  what: string;
}
