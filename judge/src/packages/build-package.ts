import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ImportedProblem } from '@balloon/contracts/judging/imported-problem.ts';
import type { PackageFinding, PackageReport } from '@balloon/contracts/judging/package-report.ts';
import { JudgingRules } from '@balloon/contracts/judging/testset.ts';
import { openPackage } from '@balloon/packages/open-package.ts';
import type { OpenedPackage } from '@balloon/packages/opened-package.ts';
import { packageLimits } from '@balloon/packages/opening/limits.ts';
import { PackageError } from '@balloon/packages/package-error.ts';
import type { ProblemPackage } from '@balloon/packages/problem-package.ts';
import { readPackageApart } from '@balloon/packages/read-package-apart.ts';
import { createProgramShelf } from '#packages/author-programs.ts';
import { type BuildBench, type BuildHooks, createBuildBench } from '#packages/build-bench.ts';
import type { BuiltPackage } from '#packages/built-problem.ts';
import { checkSolutions } from '#packages/check-solutions.ts';
import { openContents } from '#packages/contents.ts';
import { contentsOf } from '#packages/contents-of.ts';
import { expectTaken } from '#packages/expect-taken.ts';
import { createTestlibFinder } from '#packages/find-testlib.ts';
import { importedProblem } from '#packages/imported-problem.ts';
import { makeAnswers } from '#packages/make-answers.ts';
import { makeRules, outputLimitFor } from '#packages/make-rules.ts';
import { makeTests } from '#packages/make-tests.ts';
import { runSelfTests } from '#packages/self-tests.ts';
import { measuringLimitMs } from '#packages/time-limit.ts';
import { validateTests } from '#packages/validate-tests.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import { makeBuildFolder } from '#workshop/build-folders.ts';
import type { OpenWorkshop } from '#workshop/open-workshop.ts';

export interface BuildPlace {
  open: OpenWorkshop;
  /** Slots for this build alone; the more, the faster. */
  slots: readonly JudgingSlot[];
  /** Folder in which the operator keeps `testlib.h`; null for none. */
  testlibFolder: string | null;
}

export interface BuildOptions {
  /** The package to build when the archive holds several. */
  part?: string | null;
  /** Bound on one of its files, and on all of them together. */
  maxBytes?: number | undefined;
}

/**
 * Reads a package, builds it in the sandbox and checks all of it: every test by the validators, every answer by the
 * main solution, every labelled solution against its label. Faults of the package are in the report, in the author's
 * words; only faults of this machine are thrown.
 *
 * @param path a zip file or a folder
 * @param name name known to the operator, for the report
 * @throws {Error} the sandbox failed, or the signal aborted
 */
export async function buildPackage(
  path: string,
  name: string,
  place: BuildPlace,
  hooks: BuildHooks,
  { part = null, maxBytes }: BuildOptions = {},
): Promise<BuiltPackage> {
  const folder = await makeBuildFolder(place.open.workDir);
  const remove = () => rm(folder, { recursive: true, force: true });
  const report = emptyReport(name);
  try {
    const contents = await openContents(join(folder, 'contents'), { ownFolder: folder, maxBytes });
    const bench = createBuildBench(place.open.workshop, contents, place.slots, hooks);
    const problem = await readAndBuild({ path, part, maxBytes }, folder, bench, place, report, hooks);
    return { report, problem, contents: contents.paths, [Symbol.asyncDispose]: remove };
  } catch (error) {
    if (!(error instanceof PackageError)) {
      await remove();
      throw error;
    }
    report.findings.push(findingOf(error));
    report.outcome = 'broken';
    return { report, problem: null, contents: new Map(), [Symbol.asyncDispose]: remove };
  }
}

/** Finding that says why a package cannot be used. */
export const findingOf = ({ message, code, facts }: PackageError): PackageFinding => ({
  ...{ level: 'error', text: message },
  ...(code !== null && { code, ...(Object.keys(facts).length > 0 && { facts }) }),
});

/** Report on a package of which nothing is known yet. */
export function emptyReport(name: string): PackageReport {
  return {
    package: name,
    format: null,
    title: null,
    outcome: 'agrees',
    timeLimitMs: null,
    isTimeLimitMeasured: false,
    memoryLimitKb: null,
    testsNumber: 0,
    generatedTestsNumber: 0,
    findings: [],
    solutions: [],
  };
}

async function readAndBuild(
  { path, part, maxBytes }: { path: string; part: string | null; maxBytes: number | undefined },
  folder: string,
  bench: BuildBench,
  place: BuildPlace,
  report: PackageReport,
  hooks: BuildHooks,
): Promise<ImportedProblem> {
  hooks.progress({ step: 'reading', done: 0, total: 1, what: report.package });
  // Beside the work, since the system's temporary folder may be in memory.
  await using opened = await openPackage(path, {
    tempFolder: folder,
    name: report.package,
    part,
    ...(maxBytes === undefined ? {} : { limits: packageLimits(maxBytes) }),
  });
  const pkg = await readPackageApart(opened, hooks.signal);
  report.format = pkg.format === 'icpc' ? `icpc ${pkg.formatVersion}` : pkg.format;
  report.title = pkg.titles.ru ?? pkg.titles.en ?? Object.values(pkg.titles)[0] ?? pkg.shortName;
  report.memoryLimitKb = pkg.memoryLimitKb;
  report.contents = contentsOf(pkg);
  report.findings.push(...pkg.remarks);
  return await build(pkg, opened, bench, place, report, maxBytes);
}

async function build(
  pkg: ProblemPackage,
  opened: OpenedPackage,
  bench: BuildBench,
  place: BuildPlace,
  report: PackageReport,
  maxBytes: number | undefined,
): Promise<ImportedProblem> {
  using shelf = createProgramShelf(bench, createTestlibFinder(opened, place.testlibFolder));
  const note = (findings: readonly PackageFinding[]) => report.findings.push(...findings);

  const measuring = measuringLimitMs(pkg.timeLimit);
  const firstRules = await makeRules(bench, shelf, pkg, measuring, report.findings, maxBytes);
  expectTaken(JudgingRules, firstRules, 'rules');
  const made = await makeTests(bench, shelf, pkg);
  report.testsNumber = made.length;
  report.generatedTestsNumber = pkg.tests.filter(({ input }) => 'command' in input).length;
  note(await validated(bench, shelf, pkg, made));
  const tests = await makeAnswers(bench, pkg, firstRules, made);
  note(await runSelfTests(bench, shelf, pkg));
  const rules = await checkSolutions(bench, pkg, outputLimitFor(firstRules, tests), tests, report);
  report.timeLimitMs = rules.timeLimitMs;
  const problem = await importedProblem(bench, pkg, rules, tests, report.findings);
  expectTaken(ImportedProblem, problem, 'problem');
  return problem;
}

/** Validates the tests. A validator that does not compile is a finding: the tests stay as they are. */
async function validated(...work: Parameters<typeof validateTests>): Promise<PackageFinding[]> {
  try {
    return await validateTests(...work);
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    return [{ level: 'warning', text: `${error.message}\nSo the tests were not validated.` }];
  }
}
