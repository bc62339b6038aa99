import { split } from 'shlex';
import { PackageError } from '#package-error.ts';
import type { XmlElement } from '#polygon/parse-xml.ts';
import { numberedPath } from '#polygon/path-pattern.ts';
import { fileAt, type Reading, warn } from '#polygon/reading.ts';
import type { GeneratedTest, PackageTest, ProblemPackage } from '#problem-package.ts';

/** Chooses the testset to judge by: `tests`, as Polygon names it, or else the largest. */
export function chooseTestset(reading: Reading): XmlElement {
  const testsets = reading.problem.all('judging', 'testset');
  const chosen =
    testsets.find((each) => each.attribute('name') === 'tests') ??
    testsets.toSorted((a, b) => testCount(b) - testCount(a))[0];
  if (chosen === undefined)
    throw new PackageError('problem.xml has no testset in <judging>: there is nothing to judge by.');
  const others = testsets.filter((each) => each !== chosen).map((each) => each.attribute('name') ?? '?');
  if (others.length > 0) {
    const name = chosen.attribute('name') ?? '?';
    warn(reading, `Only the testset "${name}" is used; the package has others: ${others.join(', ')}.`);
  }
  return chosen;
}

const MAX_TESTS = 10_000;

function testCount(testset: XmlElement): number {
  return testset.all('tests', 'test').length || Math.trunc(numberOf(testset.textOf('test-count')) ?? 0);
}

/**
 * Reads the tests of a testset: those that the package contains, and commands for the others.
 *
 * @throws {PackageError} when a test is neither there nor made by a generator of the package
 */
export function readTests(
  reading: Reading,
  testset: XmlElement,
  generators: ProblemPackage['generators'],
): PackageTest[] {
  const elements = testset.all('tests', 'test');
  const count = testCount(testset);
  const stated = numberOf(testset.textOf('test-count'));
  if (stated !== null && stated !== count) {
    warn(reading, `problem.xml states ${stated} tests and lists ${count}: the list is used.`);
  }
  if (count <= 0) throw new PackageError('The package has no tests. Add some, and download it again.');
  if (count > MAX_TESTS) throw new PackageError(`The package has more than ${MAX_TESTS} tests.`);

  const inputs = patternOf(testset, 'input-path-pattern');
  const answers = patternOf(testset, 'answer-path-pattern');
  const missing: string[] = [];
  const tests: PackageTest[] = [];
  for (let number = 1; number <= count; number += 1) {
    const element = elements[number - 1];
    const inPackage = numberedPath(inputs, number);
    const input = fileAt(reading, inPackage) ?? generatedBy(element, inPackage, generators);
    if (input === null) {
      missing.push(inPackage);
      continue;
    }
    // Without stored answer: a generator may make another input here than where the answer was made.
    const answer = 'command' in input ? null : fileAt(reading, numberedPath(answers, number));
    tests.push({ ...testRules(element, testset), number, name: nameOf(inPackage), input, answer });
  }
  if (missing.length > 0) {
    throw new PackageError(
      `The package lacks tests that no generator makes: ${abridged(missing)}. Download the full package (Linux) from Polygon.`,
    );
  }
  return tests;
}

function patternOf(testset: XmlElement, name: string): string {
  const pattern = testset.textOf(name)?.replaceAll('\\', '/');
  if (!pattern) throw new PackageError(`problem.xml lacks <${name}>, so its tests cannot be found.`);
  return pattern;
}

function nameOf(inPackage: string): string {
  return inPackage.slice(inPackage.lastIndexOf('/') + 1);
}

function abridged(names: readonly string[]): string {
  return names.length <= 10
    ? names.join(', ')
    : `${names.slice(0, 10).join(', ')} and ${names.length - 10} more`;
}

function testRules(element: XmlElement | undefined, testset: XmlElement) {
  const group = element?.attribute('group') ?? null;
  return {
    isSample: element?.attribute('sample') === 'true',
    group,
    points: numberOf(element?.attribute('points')),
    checkerFlags: null,
    // Validators may be stricter with some groups; checkers of old versions of testlib refuse further arguments.
    validatorFlags:
      group === null ? null : ['--testset', testset.attribute('name') ?? 'tests', '--group', group],
  };
}

/** Parses a number of the manifest, null where there is none. */
export function numberOf(text: string | null | undefined): number | null {
  const number = text ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

function generatedBy(
  element: XmlElement | undefined,
  inPackage: string,
  generators: ProblemPackage['generators'],
): GeneratedTest | null {
  const line = element?.attribute('cmd');
  if (!line) return null;
  const [called = '', ...args] = splitCommand(line, inPackage);
  // Polygon names generators without path and ending; authors of scripts sometimes write the program's file name.
  const name = [called, called.replace(/^.*\//, '').replace(/\.\w+$/, '')].find((each) =>
    generators.has(each),
  );
  if (name === undefined) {
    throw new PackageError(
      `${inPackage} is to be made by "${line}", and the package lacks a generator called ${JSON.stringify(called)}.`,
    );
  }
  return { command: [name, ...args], fromFile: element?.attribute('from-file') ?? null };
}

function splitCommand(line: string, inPackage: string): string[] {
  try {
    return split(line);
  } catch {
    throw new PackageError(`${inPackage} is to be made by ${line}, where a quotation mark is not closed.`);
  }
}
