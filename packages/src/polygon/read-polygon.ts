import path from 'node:path';
import { StreamFile } from '@balloon/contracts/judging/testset.ts';
import type { OpenedPackage } from '#opened-package.ts';
import { manifestOf } from '#opening/find-root.ts';
import { readBytes } from '#opening/read-bytes.ts';
import { PackageError } from '#package-error.ts';
import { readGraders } from '#polygon/graders.ts';
import { readGroups, scoringOf } from '#polygon/groups.ts';
import { parseXml, type XmlElement } from '#polygon/parse-xml.ts';
import { readProgram, statedSource } from '#polygon/programs.ts';
import { fileAt, note, pathOf, type Reading, warn, withoutEffect } from '#polygon/reading.ts';
import { readSelfTests } from '#polygon/self-tests.ts';
import { readSolutions } from '#polygon/solutions.ts';
import { readStatements, readTitles } from '#polygon/statements.ts';
import { chooseTestset, numberOf, readTests } from '#polygon/tests.ts';
import type {
  PackageChecker,
  PackageFile,
  PackageProgram,
  PackageValidator,
  ProblemPackage,
} from '#problem-package.ts';

/**
 * Reads a package of Polygon (polygon.codeforces.com), with or without its tests built.
 *
 * @throws {PackageError} when something is missing without which the problem cannot be judged
 */
export async function readPolygon(opened: OpenedPackage): Promise<ProblemPackage> {
  const reading: Reading = { opened, problem: await readManifest(opened), remarks: [] };
  const { problem, remarks } = reading;
  const shortName = problem.attribute('short-name') ?? path.basename(opened.root);
  const revision = numberOf(problem.attribute('revision'));
  const testset = chooseTestset(reading);
  const generators = readGenerators(reading);
  const tests = readTests(reading, testset, generators);
  const groups = readGroups(reading, testset, tests);
  const solutions = readSolutions(reading, testset.attribute('name') ?? 'tests');
  requireMainForAnswers(reading, tests, solutions);
  const titles = withTitle(readTitles(reading), shortName);
  remarkOnJudging(reading);
  const scoring = scoringOf(groups, tests);
  if (scoring !== null)
    note(reading, `Tests give up to ${scoring.max} points; contests by ICPC rules ignore them.`);
  return {
    format: 'polygon',
    formatVersion: String(revision ?? ''),
    shortName,
    revision,
    sourceUrl: sourceUrl(problem),
    titles,
    statements: await readStatements(reading, titles, shortName),
    attachments: readAttachments(reading),
    timeLimit: { kind: 'stated', ms: timeLimitMs(testset) },
    memoryLimitKb: memoryLimitKb(testset),
    outputLimitKb: null,
    inputFile: streamFile(problem, 'input-file'),
    outputFile: streamFile(problem, 'output-file'),
    tests,
    groups,
    scoring,
    checker: readChecker(reading),
    interactor: readInteractor(reading),
    passes: 1,
    validators: readValidators(reading),
    generators,
    graders: readGraders(reading),
    solutions,
    selfTests: readSelfTests(reading),
    remarks,
  };
}

async function readManifest(opened: OpenedPackage): Promise<XmlElement> {
  const manifest = manifestOf((name) => opened.find(name) !== null);
  if (manifest === null) throw new PackageError('The package has no problem.xml.');
  const problem = parseXml(await readBytes(opened, manifest.name), manifest.name);
  if (problem.name !== 'problem') {
    throw new PackageError(`${manifest.name} describes a <${problem.name}>, and no problem of Polygon.`);
  }
  if (problem.one('judging', 'script') !== null) {
    throw new PackageError(
      `${manifest.name} is of PCMS2, another system whose format has the same file name. Download the problem's package from Polygon.`,
    );
  }
  return problem;
}

/** Returns the address of the problem's page, without the part that belongs to a session. */
function sourceUrl(problem: XmlElement): string | null {
  const stated = problem.attribute('url');
  if (stated === null || !URL.canParse(stated)) return null;
  const { protocol, origin, pathname } = new URL(stated);
  return protocol === 'https:' || protocol === 'http:' ? origin + pathname.split(';', 1)[0] : null;
}

function withTitle(titles: Record<string, string>, shortName: string): Record<string, string> {
  return Object.keys(titles).length > 0 ? titles : { en: shortName };
}

function timeLimitMs(testset: XmlElement): number {
  const ms = numberOf(testset.textOf('time-limit'));
  if (ms !== null && ms > 0) return Math.round(ms);
  throw new PackageError('problem.xml states no <time-limit> in milliseconds.');
}

function memoryLimitKb(testset: XmlElement): number | null {
  const bytes = numberOf(testset.textOf('memory-limit'));
  return bytes !== null && bytes > 0 ? Math.ceil(bytes / 1024) : null;
}

function streamFile(problem: XmlElement, name: 'input-file' | 'output-file'): string | null {
  const stated = problem.one('judging')?.attribute(name) ?? null;
  if (stated === null || stated === 'stdin' || stated === 'stdout') return null;
  if (StreamFile.safeParse(stated).success) return stated;
  throw new PackageError(`problem.xml states ${name}="${stated}", which is no plain file name.`);
}

function readGenerators(reading: Reading): Map<string, PackageProgram> {
  const generators = new Map<string, PackageProgram>();
  for (const element of reading.problem.all('files', 'executables', 'executable')) {
    const program = readProgram(reading, element, 'generator');
    if (program === null) {
      warn(reading, `The program ${statedSource(element)} is missing from the package.`);
      continue;
    }
    const name = path.posix.parse(program.inPackage).name; // commands use the name without its ending
    if (generators.has(name))
      warn(reading, `Two programs are called ${name}: ${program.inPackage} is not used.`);
    else generators.set(name, program);
  }
  return generators;
}

function readChecker(reading: Reading): PackageChecker {
  const element = reading.problem.one('assets', 'checker');
  if (element === null) {
    warn(reading, 'The package has no checker: outputs are compared token by token.');
    return { kind: 'builtin', spec: { kind: 'tokens' } };
  }
  const program = readProgram(reading, element, 'checker');
  if (program === null)
    throw new PackageError(`The checker ${statedSource(element)} is missing from the package.`);
  const type = element.attribute('type') ?? 'testlib';
  if (type !== 'testlib')
    warn(reading, `The checker's type is "${type}"; it is called as testlib's checkers are.`);
  const standardName = /^std::(\w+)\.\w+$/.exec(element.attribute('name') ?? '')?.[1] ?? null;
  return { kind: 'program', protocol: 'testlib', program, flags: [], standardName };
}

function readInteractor(reading: Reading): ProblemPackage['interactor'] {
  const element = reading.problem.one('assets', 'interactor');
  if (element === null) return null;
  const program = readProgram(reading, element, 'interactor');
  if (program === null)
    throw new PackageError(`The interactor ${statedSource(element)} is missing from the package.`);
  return { protocol: 'testlib', program, flags: [] };
}

function readValidators(reading: Reading): PackageValidator[] {
  const validators: PackageValidator[] = [];
  for (const element of reading.problem.all('assets', 'validators', 'validator')) {
    const program = readProgram(reading, element, 'validator');
    if (program === null)
      warn(reading, `The validator ${statedSource(element)} is missing: it checks no test.`);
    else validators.push({ program, protocol: 'testlib', flags: [] });
  }
  return validators;
}

function readAttachments(reading: Reading): PackageFile[] {
  const attachments: PackageFile[] = [];
  for (const element of reading.problem.all('files', 'attachments', 'file')) {
    const inPackage = pathOf(element) ?? '';
    const file = fileAt(reading, inPackage);
    if (file === null) warn(reading, `The attachment ${inPackage} is missing from the package.`);
    else attachments.push(file);
  }
  return attachments;
}

function requireMainForAnswers(
  reading: Reading,
  tests: ProblemPackage['tests'],
  solutions: ProblemPackage['solutions'],
): void {
  const without = tests.filter(({ answer }) => answer === null).length;
  if (without === 0 || solutions.some(({ isMain }) => isMain)) return;
  const stated = reading.problem
    .all('assets', 'solutions', 'solution')
    .find((element) => element.attribute('tag') === 'main');
  const reason =
    stated === undefined
      ? 'no solution has the tag "main"'
      : `the main solution ${statedSource(stated)} is missing`;
  throw new PackageError(
    `${without} of ${tests.length} tests have no answer, and ${reason}. Download the full package (Linux) from Polygon.`,
  );
}

/** Remarks on features of Polygon that the judge lacks: errors where verdicts depend on them, warnings where only scores do. */
function remarkOnJudging(reading: Reading): void {
  const { problem } = reading;
  const judging = problem.one('judging');
  const isRunTwice = problem.all('tags', 'tag').some((tag) => tag.attribute('value') === 'run-twice');
  if (isRunTwice || Number(judging?.attribute('run-count') ?? 1) > 1)
    withoutEffect(reading, 'problem.xml: run-count, by which solutions run twice on each test,');
  if (problem.all('assets', 'interactor', 'runs', 'run').length > 1)
    withoutEffect(reading, 'problem.xml: every run of the interactor but the first');
  if (problem.one('assets', 'arbiter') !== null) withoutEffect(reading, 'problem.xml: the arbiter');
  if (problem.one('assets', 'scorer') !== null)
    warn(reading, 'The scorer is ignored: scores are sums of points.');
  if (judging?.attribute('treat-points-from-checker-as-percent') === 'true') {
    warn(reading, "The checker's points are percents of the test's points, which is not supported.");
  }
  if (streamFile(problem, 'input-file') !== null || streamFile(problem, 'output-file') !== null) {
    note(reading, 'Solutions read or write files, and not the standard streams.');
  }
}
