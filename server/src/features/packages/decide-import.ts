import type { PackageReport, SolutionReport } from '@balloon/contracts/package-report.ts';

/** First reason to refuse a usable package unless it is forced, or null. */
export function objectionTo(report: PackageReport): string | null {
  const error = report.findings.find(({ level }) => level === 'error');
  if (error) return error.text;
  if (report.outcome === 'broken') return 'The package is broken';
  return failingMain(report.solutions);
}

/**
 * Reason why the main solution fails, or null. Polygon names it; an ICPC package has accepted solutions, of
 * which one correct one is enough, because others may be in a language that other judges run faster.
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
