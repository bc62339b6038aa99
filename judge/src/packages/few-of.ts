import type { PackageFinding } from '@balloon/contracts/judging/package-report.ts';

/** Number of findings of a kind to show: a broken validator complains about every test. */
const FEW = 5;

/** Returns the first findings of a kind, and the number of the others. */
export function fewOf(findings: readonly PackageFinding[]): PackageFinding[] {
  const more = findings.length - FEW;
  const last = findings.at(-1);
  if (more <= 0 || !last) return [...findings];
  return [...findings.slice(0, FEW), { level: last.level, text: `… and ${more} more like these` }];
}
