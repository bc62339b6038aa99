import type { XmlElement } from '#polygon/parse-xml.ts';
import { numberedPath } from '#polygon/path-pattern.ts';
import { fileAt, type Reading, warn } from '#polygon/reading.ts';
import type { PackageSelfTest } from '#problem-package.ts';

/** Reads the author's tests of checker and validators, as far as their files exist. */
export function readSelfTests(reading: Reading): PackageSelfTest[] {
  const checkers = reading.problem.all('assets', 'checker');
  const validators = reading.problem.all('assets', 'validators', 'validator');
  return [
    ...checkers.flatMap((element) => testsOf(reading, 'checker', element)),
    ...validators.flatMap((element) => testsOf(reading, 'validator', element)),
  ];
}

const EXPECTED: ReadonlyMap<string, PackageSelfTest['expected']> = new Map([
  ['ok', 'ok'],
  ['wrong-answer', 'wrong'],
  ['presentation-error', 'presentation'],
  ['crashed', 'crashed'],
  ['valid', 'valid'],
  ['invalid', 'invalid'],
]);

function testsOf(reading: Reading, of: PackageSelfTest['of'], element: XmlElement): PackageSelfTest[] {
  const tests: PackageSelfTest[] = [];
  element.all('testset', 'tests', 'test').forEach((test, index) => {
    const place = (pattern: string) => {
      const stated = element.textOf('testset', pattern)?.replaceAll('\\', '/');
      return stated ? numberedPath(stated, index + 1) : null;
    };
    const name = place('input-path-pattern') ?? `${of} test ${index + 1}`;
    const file = (pattern: string) => fileAt(reading, place(pattern) ?? '');
    const input = file('input-path-pattern');
    const expected = EXPECTED.get(test.attribute('verdict')?.toLowerCase() ?? '');
    if (input === null || expected === undefined) {
      warn(
        reading,
        `The test ${name} of the ${of} is left out: ${input === null ? 'its file is missing' : 'its verdict is not known'}.`,
      );
      return;
    }
    tests.push({
      of,
      name,
      input,
      output: file('output-path-pattern'),
      answer: file('answer-path-pattern'),
      expected,
    });
  });
  return tests;
}
