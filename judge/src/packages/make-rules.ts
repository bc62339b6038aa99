import type { PackageFinding } from '@balloon/contracts/judging/package-report.ts';
import {
  type CheckerSpec,
  type InteractorSpec,
  type JudgingRules,
  MAX_OUTPUT_LIMIT_KB,
} from '@balloon/contracts/judging/testset.ts';
import { inMegabytes, PACKAGE_LIMITS } from '@balloon/packages/opening/limits.ts';
import { PackageError } from '@balloon/packages/package-error.ts';
import type { PackageChecker, ProblemPackage } from '@balloon/packages/problem-package.ts';
import type { ProgramShelf } from '#packages/author-programs.ts';
import type { BuildBench } from '#packages/build-bench.ts';
import { gradersOf } from '#packages/graders.ts';
import type { MadeTest } from '#packages/make-tests.ts';
import { standInFor } from '#packages/standard-checkers.ts';

/** Memory limit in KB of a package that states none. @see Problem Package Format, "limits" */
const MEMORY_LIMIT_KB = 2 * 1024 * 1024;
const OUTPUT_LIMIT_KB = 64 * 1024;
/** Factor by which a right output may be longer than the author's: spaces, digits. */
const OUTPUT_ROOM = 2;

/**
 * Compiles checker and interactor and composes the rules of judging.
 *
 * @param timeLimitMs limit of the package, or the largest that measuring allows
 * @param maxBytes bound on all files of the package, which its output limit may not exceed either
 * @throws {PackageError} checker or interactor do not compile, or the output limit is beyond what is judged here
 */
export async function makeRules(
  bench: BuildBench,
  shelf: ProgramShelf,
  pkg: ProblemPackage,
  timeLimitMs: number,
  findings: PackageFinding[],
  maxBytes = PACKAGE_LIMITS.totalBytes,
): Promise<JudgingRules> {
  return {
    timeLimitMs,
    memoryLimitKb: pkg.memoryLimitKb ?? MEMORY_LIMIT_KB,
    outputLimitKb: statedOutputLimit(pkg.outputLimitKb, maxBytes),
    ...(Object.keys(pkg.packageLimits ?? {}).length > 0 ? { packageLimits: pkg.packageLimits } : {}),
    checker: await checkerOf(bench, shelf, pkg.checker, findings),
    interactor: await interactorOf(bench, shelf, pkg),
    passes: pkg.passes,
    inputFile: pkg.inputFile,
    outputFile: pkg.outputFile,
    graders: await gradersOf(bench, pkg),
    scoring: pkg.scoring !== null,
    groups: pkg.groups.map((group) => ({
      ...group,
      dependsOn: [...group.dependsOn],
      grading: group.grading && {
        ...group.grading,
        range: group.grading.range && [group.grading.range[0], group.grading.range[1]],
      },
    })),
  };
}

/**
 * The output limit in KB that a package states, or the usual one: each output lies on a judge's disk for as long as it is checked.
 *
 * @throws {PackageError} it is more than a problem may have, or than all files of a package
 */
export function statedOutputLimit(stated: number | null, maxBytes: number): number {
  const mostBytes = Math.min(MAX_OUTPUT_LIMIT_KB * 1024, maxBytes);
  if (stated === null || stated * 1024 <= mostBytes) return stated ?? OUTPUT_LIMIT_KB;
  throw new PackageError(
    `The output limit is ${inMegabytes(stated * 1024)}, and ${inMegabytes(mostBytes)} are the most here. Lower limits.output in problem.yaml, or let the operator raise PACKAGE_MAX_GB (up to ${inMegabytes(MAX_OUTPUT_LIMIT_KB * 1024)} count).`,
  );
}

/** Widens the output limit to the longest answer. */
export function outputLimitFor(
  rules: JudgingRules,
  tests: readonly Pick<MadeTest, 'answer'>[],
): JudgingRules {
  const longest = Math.max(0, ...tests.map(({ answer }) => answer?.bytes ?? 0));
  const outputLimitKb = Math.max(rules.outputLimitKb, Math.ceil((longest * OUTPUT_ROOM) / 1024));
  return { ...rules, outputLimitKb: Math.min(MAX_OUTPUT_LIMIT_KB, outputLimitKb) };
}

async function checkerOf(
  bench: BuildBench,
  shelf: ProgramShelf,
  checker: PackageChecker,
  findings: PackageFinding[],
): Promise<CheckerSpec> {
  if (checker.kind === 'builtin') return checker.spec;
  // Never used: the interactor decides.
  if (checker.kind === 'interactor') return { kind: 'tokens' };
  const { protocol, flags, program, standardName } = checker;
  try {
    const built = await bench.onSlot((slot) => shelf.get('checker', program, slot));
    return { kind: 'program', protocol, program: built.spec, flags: [...flags] };
  } catch (error) {
    const standIn = standardName === null ? null : standInFor(standardName);
    if (!(error instanceof PackageError) || standIn === null) throw error;
    const text = `${error.message}. Until then our own comparison stands in for the standard checker ${standardName}`;
    findings.push({ level: 'warning', text });
    return standIn;
  }
}

async function interactorOf(
  bench: BuildBench,
  shelf: ProgramShelf,
  { interactor }: ProblemPackage,
): Promise<InteractorSpec | null> {
  if (interactor === null) return null;
  const { protocol, flags, program } = interactor;
  const built = await bench.onSlot((slot) => shelf.get('interactor', program, slot));
  return { protocol, program: built.spec, flags: [...flags] };
}
