import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openPackage } from '#open-package.ts';
import { PackageError } from '#package-error.ts';
import type { ProblemPackage } from '#problem-package.ts';
import { readPackage } from '#read-package.ts';
import { executable, manifest, readSmall, SMALL_FILES, testset } from '#testing/polygon-package.ts';
import { tempFolder } from '#testing/temp-folder.ts';

const namesOf = (files: readonly { name: string }[] | undefined) => files?.map(({ name }) => name);
const textsOf = ({ remarks }: ProblemPackage) => remarks.map(({ text }) => text).join('\n');

test('a full package is read without remarks', async () => {
  const problem = await readSmall();

  expect(problem).toMatchObject({
    format: 'polygon',
    formatVersion: '7',
    shortName: 'sum',
    revision: 7,
    sourceUrl: 'https://polygon.codeforces.com/p/somebody/sum',
    titles: { ru: 'Сумма' },
    timeLimit: { kind: 'stated', ms: 1500 },
    memoryLimitKb: 262_144,
    inputFile: null,
    outputFile: null,
    scoring: null,
    interactor: null,
    passes: 1,
    checker: { kind: 'program', protocol: 'testlib', standardName: 'wcmp', flags: [] },
    remarks: [],
  });
  expect(problem.tests).toMatchObject([
    {
      number: 1,
      name: '01',
      isSample: true,
      input: { inPackage: 'tests/01' },
      answer: { inPackage: 'tests/01.a' },
    },
    {
      number: 2,
      name: '02',
      isSample: false,
      input: { inPackage: 'tests/02' },
      answer: { inPackage: 'tests/02.a' },
    },
  ]);
});

test('programs come with headers, and without each other, binaries and files for statements', async () => {
  const { checker, generators, solutions } = await readSmall(
    {
      executables:
        executable('gen.cpp') + executable('Tree Gen.py', 'python.3') + executable('Val.java', 'java8'),
    },
    { 'files/Tree Gen.py': '', 'files/Val.java': '', 'files/lib/graph.h': '', 'files/statements.ftl': '' },
  );

  const program = checker.kind === 'program' ? checker.program : undefined;
  expect(namesOf(program?.files)).toEqual(['check.cpp', 'testlib.h', 'lib/graph.h']);
  expect(program).toMatchObject({ languages: ['cpp17'], languageName: 'cpp.g++17', sources: ['check.cpp'] });
  expect([...generators.keys()]).toEqual(['gen', 'Tree Gen', 'Val']);
  expect(generators.get('Tree Gen')).toMatchObject({
    inPackage: 'files/Tree Gen.py',
    sources: ['Tree_Gen.py'],
  });
  expect(generators.get('Val')?.languages).toEqual(['java']);
  expect(namesOf(solutions[0]?.program.files)).toEqual(['main.cpp']);
});

test.each([
  ['lib/eigen.h', 'lib/eigen.h'],
  ['../../etc/x.h', '_./_./etc/x.h'],
  ['/etc/x.h', 'etc/x.h'],
  ['a//b\0.h', 'a/b_.h'],
  ['.hidden', '_hidden'],
  ['/', '_'],
  [`${'long'.repeat(60)}.h`, `_${'long'.repeat(60).slice(-98)}.h`],
])('a resource that is to lie at %j is called %j', async (location, name) => {
  const resources = `<file path="files/testlib.h" type="h.g++" location="${location}"/>`;

  const { checker } = await readSmall({ resources });

  expect(namesOf(checker.kind === 'program' ? checker.program.files : [])).toEqual(['check.cpp', name]);
});

test('a checker that lies only beside the manifest is found', async () => {
  const { checker } = await readSmall({}, { 'files/check.cpp': null, 'check.cpp': '// copy' });

  expect(checker).toMatchObject({ program: { inPackage: 'check.cpp', sources: ['check.cpp'] } });
});

describe('a package is refused', () => {
  test.each<[string, Parameters<typeof readSmall>, RegExp]>([
    [
      'without a manual test',
      [{}, { 'tests/02': null }],
      /lacks tests that no generator makes: tests\/02\. Download the full/,
    ],
    [
      'without a generator',
      [{ tests: '<test cmd="made 1"/>' }, { 'tests/01': null }],
      /lacks a generator called "made"/,
    ],
    [
      'with an open quotation',
      [{ tests: '<test cmd="gen \'1"/>' }, { 'tests/01': null }],
      /quotation mark is not closed/,
    ],
    ['without tests', [{ tests: '' }], /has no tests/],
    ['without a testset', [{ testsets: '' }], /has no testset/],
    ['without its checker', [{}, { 'files/check.cpp': null }], /checker files\/check.cpp is missing/],
    [
      'that has neither answers nor a main solution',
      [{ solutions: '' }, { 'tests/01.a': null }],
      /1 of 2 tests have no answer, and no solution has the tag "main"/,
    ],
    [
      'that lacks answers and its main solution',
      [{}, { 'tests/01.a': null, 'solutions/main.cpp': null }],
      /1 of 2 tests have no answer, and the main solution solutions\/main.cpp is missing/,
    ],
    ['that reads a file of the system', [{ judging: 'input-file="../etc/passwd"' }], /no plain file name/],
    [
      'of PCMS2',
      ['<problem id="x" version="1.0"><judging><script type="%icpc"/></judging></problem>'],
      /is of PCMS2/,
    ],
    ['that is a contest', ['<contest url="x"/>'], /describes a <contest>/],
    [
      'whose pattern has no number',
      [{ testsets: testset('tests', {}).replace('%02d<', 'x<') }],
      /must name one number/,
    ],
  ])('%s', async (_what, [parts, files], message) => {
    const reading = readSmall(parts, files);

    await expect(reading).rejects.toThrow(PackageError);
    await expect(reading).rejects.toThrow(message);
  });
});

test('a manifest that another tool has renamed is preferred to the file that took its name', async () => {
  const problem = await readSmall('<problem id="x"><judging><script/></judging></problem>', {
    'problem.xml.polygon': manifest(),
  });

  expect(problem.shortName).toBe('sum');
});

test('interactor, validators, their tests, graders and attachments are read', async () => {
  const tests = (verdicts: readonly string[]) => `<testset><test-count>2</test-count>
    <input-path-pattern>files/tests/v/%02d</input-path-pattern><answer-path-pattern>files/tests/v/%02d.a</answer-path-pattern>
    <tests>${verdicts.map((verdict) => `<test verdict="${verdict}"/>`).join('')}</tests></testset>`;
  const problem = await readSmall(
    {
      assets: `<interactor><source path="files/gen.cpp" type="cpp.g++17"/></interactor><validators><validator>
        <source path="files/gen.cpp" type="cpp.g++17"/>${tests(['valid', 'invalid', 'valid'])}</validator></validators>`,
      resources: `<file path="files/testlib.h" type="h.g++"/>
        <file path="files/grader.cpp" type="cpp.g++17" for-types="cpp.g++17;java*"><stages><stage name="compile"/></stages>
          <assets><asset name="solution"/></assets></file>
        <file path="files/sum.h" type="h.g++"><assets><asset name="SOLUTION"/></assets></file>`,
      attachments: '<file path="files/sum.h"/>',
    },
    { 'files/grader.cpp': '', 'files/sum.h': '', 'files/tests/v/01': '', 'files/tests/v/02': '' },
  );

  expect(problem.interactor).toMatchObject({ protocol: 'testlib', program: { sources: ['gen.cpp'] } });
  expect(namesOf(problem.interactor?.program.files)).toEqual(['gen.cpp', 'testlib.h']);
  expect(problem.validators).toMatchObject([
    { protocol: 'testlib', program: { inPackage: 'files/gen.cpp' } },
  ]);
  expect(problem.selfTests).toMatchObject([
    { of: 'validator', name: 'files/tests/v/01', expected: 'valid' },
    { of: 'validator', name: 'files/tests/v/02', expected: 'invalid' },
  ]);
  expect(problem.graders.map(({ languages, files }) => [languages.join(' '), files[0]?.name])).toEqual([
    ['cpp17 java', 'grader.cpp'],
    ['cpp20 cpp23 cpp17 cpp11 cpp14 c', 'sum.h'],
  ]);
  expect(namesOf(problem.attachments)).toEqual(['sum.h']);
  expect(textsOf(problem)).toMatch(/files\/tests\/v\/03 of the validator is left out: its file is missing/);
});

test('what only scores depend on gets a remark where the judge lacks it', async () => {
  const problem = await readSmall({
    judging: 'input-file="sum.in" output-file="stdout" treat-points-from-checker-as-percent="true"',
    assets: '<scorer/>',
    checker: '',
  });

  expect(problem).toMatchObject({ inputFile: 'sum.in', outputFile: null, checker: { kind: 'builtin' } });
  for (const told of ['no checker', 'scorer', 'percents', 'read or write files']) {
    expect(textsOf(problem)).toContain(told);
  }
  expect(problem.remarks.map(({ level }) => level)).not.toContain('error');
});

test.each([
  ['run-count', { judging: 'run-count="2"' }],
  ['run-count', { end: '<tags><tag value="run-twice"/></tags>' }],
  ['the arbiter', { assets: '<arbiter/>' }],
  [
    'every run of the interactor but the first',
    {
      assets:
        '<interactor><source path="files/check.cpp" type="cpp.g++17"/><runs><run>1</run><run>2</run></runs></interactor>',
    },
  ],
])(
  'verdicts without %s would not be the author’s, so that the package is refused unless forced',
  async (feature, parts) => {
    const { remarks } = await readSmall(parts);

    const errors = remarks.filter(({ level }) => level === 'error').map(({ text }) => text);
    expect(errors).toEqual([expect.stringContaining(feature)]);
  },
);

test('for every manifest the package is read or refused', async () => {
  await using folder = await tempFolder(SMALL_FILES);
  const values = [...new Set(manifest().match(/(?<=")[^"<>]+(?=")|(?<=>)[^<>\s]+(?=<)/g))];
  const odd = fc.constantFrom(
    '',
    '-1',
    '1e99',
    'NaN',
    '..',
    '/',
    '../../x',
    '%',
    '%02d%d',
    '__proto__',
    'files',
    ' ',
    'é',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...values), odd), { maxLength: 3 }),
      async (changes) => {
        const text = changes.reduce((xml, [from, to]) => xml.replaceAll(from, to), manifest());
        await folder.write({ 'problem.xml': text });
        await using opened = await openPackage(folder.path);
        await readPackage(opened).catch((error) => expect(error).toBeInstanceOf(PackageError));
      },
    ),
    { numRuns: 200 },
  );
});
