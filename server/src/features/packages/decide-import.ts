import type { PackageReport, SolutionReport } from '@balloon/contracts/package-report.ts';

/** The first reason why a package that has a problem in it is not taken unless forced, or null. */
export function objectionTo(report: PackageReport): string | null {
  const error = report.findings.find(({ level }) => level === 'error');
  if (error) return error.text;
  if (report.outcome === 'broken') return 'The package is broken';
  return failingMain(report.solutions);
}

/**
 * Polygon names its main solution. An ICPC package has accepted ones instead: one that is right is enough, because
 * others may be in a language that judges faster elsewhere.
 */
function failingMain(solutions: readonly SolutionReport[]): string | null {
  const named = solutions.filter(({ label }) => label === 'main');
  const right = named.length > 0 ? named : solutions.filter(({ expected }) => expected === 'AC');
  const ran = right.filter(({ agrees }) => agrees !== 'skipped');
  const [first] = ran;
  if (!first || ran.some(({ agrees }) => agrees === 'yes')) return null;
  const where = first.test === null ? '' : ` on test ${first.test}`;
  return `The main solution ${first.file} gets ${first.got ?? 'no verdict'}${where}`;
}
