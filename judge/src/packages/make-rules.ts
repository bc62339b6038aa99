import type { PackageFinding } from '@balloon/contracts/package-report.ts';
import type { CheckerSpec, InteractorSpec, JudgingRules } from '@balloon/contracts/testset.ts';
import { PackageError } from '@balloon/packages/package-error.ts';
import type { PackageChecker, ProblemPackage } from '@balloon/packages/problem-package.ts';
import type { ProgramShelf } from '#packages/author-programs.ts';
import type { BuildBench } from '#packages/build-bench.ts';
import type { MadeTest } from '#packages/make-tests.ts';
import { standInFor } from '#packages/standard-checkers.ts';

/** What a package that states no memory limit means. @see Problem Package Format, "limits" */
const MEMORY_LIMIT_KB = 2 * 1024 * 1024;
const OUTPUT_LIMIT_KB = 64 * 1024;
/** A right output may be somewhat longer than the author's: spaces, digits. */
const OUTPUT_ROOM = 2;

/**
 * Compiles checker and interactor and puts the rules of judging together.
 *
 * @param timeLimitMs of the package, or what measuring allows
 * @throws {PackageError} checker or interactor do not compile
 */
export async function makeRules(
  bench: BuildBench,
  shelf: ProgramShelf,
  pkg: ProblemPackage,
  timeLimitMs: number,
  findings: PackageFinding[],
): Promise<JudgingRules> {
  return {
    timeLimitMs,
    memoryLimitKb: pkg.memoryLimitKb ?? MEMORY_LIMIT_KB,
    outputLimitKb: pkg.outputLimitKb ?? OUTPUT_LIMIT_KB,
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

/** Room for the longest answer. */
export function outputLimitFor(rules: JudgingRules, tests: readonly MadeTest[]): JudgingRules {
  const longest = Math.max(0, ...tests.map(({ answer }) => answer?.bytes ?? 0));
  const outputLimitKb = Math.max(rules.outputLimitKb, Math.ceil((longest * OUTPUT_ROOM) / 1024));
  return { ...rules, outputLimitKb };
}

async function checkerOf(
  bench: BuildBench,
  shelf: ProgramShelf,
  checker: PackageChecker,
  findings: PackageFinding[],
): Promise<CheckerSpec> {
  if (checker.kind === 'builtin') return checker.spec;
  // Never asked: the interactor decides.
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

async function gradersOf(bench: BuildBench, pkg: ProblemPackage): Promise<JudgingRules['graders']> {
  const graders = [];
  for (const { languages, files } of pkg.graders) {
    const stored = [];
    for (const { name, path } of files) {
      const { sha256, bytes } = await bench.contents.add(path);
      stored.push({ path: name, sha256, bytes });
    }
    graders.push({ languages: [...languages], files: stored });
  }
  return graders;
}
