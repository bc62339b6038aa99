import nodePath from 'node:path';
import { readChecker } from '#icpc/checker.ts';
import { readDefaultValidatorFlags } from '#icpc/default-validator.ts';
import { readGraders } from '#icpc/graders.ts';
import { readGroups, readScoring } from '#icpc/grading.ts';
import { readInputValidators } from '#icpc/input-validators.ts';
import { PackageSource, plainName } from '#icpc/package-source.ts';
import { readProblemYaml } from '#icpc/problem-yaml.ts';
import { readShownSamples } from '#icpc/samples.ts';
import { readSelfTests } from '#icpc/self-tests.ts';
import { readStatements } from '#icpc/statements.ts';
import { readSolutions } from '#icpc/submissions.ts';
import { readTestFolders, testsInOrder } from '#icpc/test-data.ts';
import { readTimeLimit } from '#icpc/time-limit.ts';
import type { OpenedPackage } from '#opened-package.ts';
import type { PackageFile, PackageTest, ProblemPackage } from '#problem-package.ts';

/**
 * Reads an ICPC/Kattis package: legacy, legacy-icpc, 2023-07-draft or 2025-09.
 *
 * @throws {PackageError} when it cannot be judged as its author means
 * @see https://www.kattis.com/problem-package-format/
 */
export async function readIcpc(opened: OpenedPackage): Promise<ProblemPackage> {
  const source = new PackageSource(opened);
  const problem = await readProblemYaml(source);
  const folders = await readTestFolders(source, problem);
  const tests = testsInOrder(folders, problem);
  const { checker, interactor } = await readChecker(source, problem);
  if (checker.kind === 'builtin') checkFlagsOfTests(source, tests);
  const { validators, isComplete } = await readInputValidators(source);
  if (source.filesUnder('static_validator').length > 0)
    source.withoutEffect('static_validator/, which judges sources,');
  const shortName = shortNameOf(opened);
  const shownSamples = await readShownSamples(source, problem, tests);

  return {
    format: 'icpc',
    formatVersion: problem.version,
    shortName,
    revision: problem.revision,
    sourceUrl: problem.sourceUrl,
    ...(await readStatements(source, problem, shortName)),
    attachments: readAttachments(source),
    timeLimit: await readTimeLimit(source, problem),
    memoryLimitKb: inKb(problem.limits.memoryMib),
    outputLimitKb: inKb(problem.limits.outputMib),
    packageLimits: problem.limits.ofPackage,
    inputFile: null,
    outputFile: null,
    tests,
    ...(shownSamples && { shownSamples }),
    groups: readGroups(folders, problem),
    scoring: readScoring(folders, problem),
    checker,
    interactor,
    passes: problem.isMultiPass ? Math.round(problem.limits.passes) : 1,
    validators,
    generators: new Map(),
    graders: readGraders(source),
    solutions: await readSolutions(source),
    selfTests: readSelfTests(source, {
      validatorsAreComplete: isComplete && validators.length > 0,
      isInteractive: problem.isInteractive,
    }),
    remarks: source.remarks,
  };
}

/** Checks the flags of groups. The judge parses them test by test, too late for a report to the author. */
function checkFlagsOfTests(source: PackageSource, tests: readonly PackageTest[]): void {
  const seen = new Set<string>();
  for (const { name, checkerFlags } of tests) {
    const flags = checkerFlags?.join(' ') ?? '';
    if (seen.has(flags)) continue;
    seen.add(flags);
    readDefaultValidatorFlags(`data/${name}`, checkerFlags ?? [], (feature) => source.withoutEffect(feature));
  }
}

/** Returns the short name, which the format takes from the folder or archive. */
function shortNameOf(opened: OpenedPackage): string {
  return nodePath.basename(nodePath.resolve(opened.name)).replace(/\.(?:zip|kpp)$/i, '');
}

function inKb(mib: number | null): number | null {
  return mib === null ? null : Math.round(mib * 1024);
}

function readAttachments(source: PackageSource): PackageFile[] {
  return source.filesUnder('attachments').map((name) => source.file(`attachments/${name}`, plainName(name)));
}
