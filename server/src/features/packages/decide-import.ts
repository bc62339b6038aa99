import type { ImportReason } from '@balloon/contracts/judging/package-import.ts';
import type { PackageReport, SolutionReport } from '@balloon/contracts/judging/package-report.ts';

/** Reason against a package, in English and as code and facts. */
export interface Objection {
  message: string;
  reason: ImportReason;
}

/** First reason to refuse a usable package unless it is forced, or null. */
export function objectionTo(report: PackageReport): Objection | null {
  const error = report.findings.find(({ level }) => level === 'error');
  const errors = report.findings.filter(({ level }) => level === 'error').length;
  const failing = report.solutions.map(failureOf).find(({ message }) => message === error?.text);
  if (errors === 1 && failing) return failing;
  if (error?.code) return { message: error.text, reason: { code: error.code, facts: error.facts ?? {} } };
  if (error) return { message: error.text, reason: { code: 'hasErrors', facts: { number: errors } } };
  if (report.outcome === 'broken') return NO_PROBLEM;
  return failingMain(report.solutions);
}

/** Objection to a package of which no problem came, and that has no finding that says why. */
export const NO_PROBLEM: Objection = {
  message: 'There is no problem in it',
  reason: { code: 'noProblem', facts: {} },
};

/**
 * Reason why the main solution fails, or null. Polygon names it; an ICPC package has accepted solutions, of
 * which one correct one is enough, because others may be in a language that other judges run faster.
 */
function failingMain(solutions: readonly SolutionReport[]): Objection | null {
  const named = solutions.filter(({ label }) => label === 'main');
  const right = named.length > 0 ? named : solutions.filter(({ expected }) => expected === 'AC');
  const ran = right.filter(({ agrees }) => agrees !== 'skipped');
  const [first] = ran;
  if (!first || ran.some(({ agrees }) => agrees === 'yes')) return null;
  return failureOf(first);
}

/** Objection to a main solution, in the words that judges use in their findings. */
function failureOf({ file, got, test }: SolutionReport): Objection {
  const where = test === null ? '' : ` on test ${test}`;
  return {
    message: `The main solution ${file} gets ${got ?? 'no verdict'}${where}`,
    reason: { code: 'mainFails', facts: { file, got, test } },
  };
}
