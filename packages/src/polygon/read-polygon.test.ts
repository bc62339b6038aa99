import { describe, expect, test } from 'vitest';
import { openPackage } from '#open-package.ts';
import { PackageError } from '#package-error.ts';
import type { ProblemPackage } from '#problem-package.ts';
import { readPackage } from '#read-package.ts';
import {
  executable,
  type ManifestParts,
  manifest,
  SMALL_FILES,
  solution,
  testset,
} from '#testing/polygon-package.ts';
import { type FolderContents, tempFolder } from '#testing/temp-folder.ts';

/** Reads a small package that differs in these parts and files; null removes a file. */
async function read(
  parts: ManifestParts | string = {},
  files: Record<string, FolderContents[string] | null> = {},
): Promise<ProblemPackage> {
  const all = {
    'problem.xml': typeof parts === 'string' ? parts : manifest(parts),
    ...SMALL_FILES,
    ...files,
  };
  const kept = Object.entries(all).filter(([, content]) => content !== null) as [
    string,
    FolderContents[string],
  ][];
  await using folder = await tempFolder(Object.fromEntries(kept));
  await using opened = await openPackage(folder.path);
  return await readPackage(opened);
}

const namesOf = (files: readonly { name: string }[] | undefined) => files?.map(({ name }) => name);
const textsOf = ({ remarks }: ProblemPackage) => remarks.map(({ text }) => text).join('\n');

test('a full package is read with nothing to remark', async () => {
  const problem = await read();

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

test('programs come with headers, and without each other, binaries and what is for statements', async () => {
  const { checker, generators, solutions } = await read(
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

test('a checker that lies only beside the manifest is found', async () => {
  const { checker } = await read({}, { 'files/check.cpp': null, 'check.cpp': '// copy' });

  expect(checker).toMatchObject({ program: { inPackage: 'check.cpp', sources: ['check.cpp'] } });
});

describe('tests', () => {
  test('that the package lacks are made by their commands, split as a shell does', async () => {
    const tests =
      '<test method="manual"/><test method="generated" cmd="gen 5  &quot;a b&quot; c\\ d \'\' &lt;x&gt;"/>' +
      '<test method="generated" cmd="files/gen.exe 3" from-file="2"/>';
    const problem = await read({ tests }, { 'tests/02': null, 'tests/02.a': null });

    expect(problem.tests.map(({ input, answer }) => [input, answer?.name])).toMatchObject([
      [{ inPackage: 'tests/01' }, '01.a'],
      [{ command: ['gen', '5', 'a b', 'c d', '', '<x>'], fromFile: null }, undefined],
      [{ command: ['gen', '3'], fromFile: '2' }, undefined],
    ]);
  });

  test('are found by number where the manifest does not list them', async () => {
    const set = testset('tests', {}).replace(/<tests>.*<\/tests>/, '<tests/>');

    expect((await read({ testsets: set })).tests).toHaveLength(2);
  });

  test('are those of "tests", or else of the largest testset', async () => {
    const one = { tests: '<test method="manual"/>' };
    const others = { 'pre/01': '', 'main/01': '', 'main/02': '' };

    const named = await read({ testsets: testset('pre', {}) + testset('tests', one) });
    const unnamed = await read({ testsets: testset('pre', one) + testset('main', {}) }, others);

    expect(named.tests).toHaveLength(1);
    expect(unnamed.tests.map(({ input }) => 'inPackage' in input && input.inPackage)).toEqual([
      'main/01',
      'main/02',
    ]);
    expect(textsOf(unnamed)).toMatch(/Only the testset "main" is used; the package has others: pre/);
  });

  test('have points and groups, and validators are told the group', async () => {
    const problem = await read({
      tests:
        '<test method="manual" group="0" points="0.0" sample="true"/><test method="manual" group="1" points="12.5"/>',
      groups: `<group name="1" points="40" points-policy="complete-group"><dependencies><dependency group="0"/>
        <dependency group="9"/></dependencies></group><group name="0" points-policy="each-test"/>`,
    });

    expect(problem.groups).toMatchObject([
      { name: '1', points: 40, isComplete: true, dependsOn: ['0'] },
      { name: '0', points: null, isComplete: false, dependsOn: [] },
    ]);
    expect(problem.scoring).toEqual({ min: 0, max: 40, maximise: true });
    expect(problem.tests[1]).toMatchObject({
      points: 12.5,
      validatorFlags: ['--testset', 'tests', '--group', '1'],
    });
    expect(textsOf(problem)).toMatch(/Group 1 depends on 9/);
  });
});

describe('a package is refused', () => {
  test.each<[string, Parameters<typeof read>, RegExp]>([
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
      /1 of 2 tests have no answer/,
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
    const reading = read(parts, files);

    await expect(reading).rejects.toThrow(PackageError);
    await expect(reading).rejects.toThrow(message);
  });
});

test('a manifest that another tool has renamed is preferred to the file that took its name', async () => {
  const problem = await read('<problem id="x"><judging><script/></judging></problem>', {
    'problem.xml.polygon': manifest(),
  });

  expect(problem.shortName).toBe('sum');
});

test('tags tell what to expect', async () => {
  const tags = [
    'accepted',
    'wrong-answer',
    'time-limit-exceeded',
    'time-limit-exceeded-or-accepted',
    'rejected',
    'do-not-run',
    'odd',
  ];
  const { solutions, remarks } = await read({
    solutions:
      solution('main', 'main.cpp') +
      tags.map((tag) => solution(tag, 'main.cpp')).join('') +
      solution(
        'rejected',
        'main.cpp',
        '<extra-tags><extra-tag testset="tests" tag="memory-limit-exceeded"/></extra-tags>',
      ) +
      solution('accepted', 'absent.cpp'),
  });

  const told = solutions.map(({ label, isMain, expectation: { verdicts, isStrict, isSkipped } }) => ({
    label,
    isMain,
    verdicts: verdicts.join(' '),
    how: isSkipped ? 'skipped' : isStrict ? 'every test' : 'some test',
  }));
  expect(told).toMatchObject([
    { label: 'main', isMain: true, verdicts: 'accepted', how: 'every test' },
    { label: 'accepted', isMain: false, verdicts: 'accepted', how: 'every test' },
    { verdicts: 'wrongAnswer presentationError', how: 'some test' },
    { verdicts: 'timeLimit idlenessLimit', how: 'some test' },
    { verdicts: 'accepted timeLimit idlenessLimit', how: 'every test' },
    { verdicts: expect.not.stringContaining('accepted'), how: 'some test' },
    { label: 'do-not-run', how: 'skipped' },
    { label: 'odd', how: 'skipped' },
    { label: 'memory-limit-exceeded', verdicts: 'memoryLimit runtimeError', how: 'some test' },
  ]);
  expect(remarks.map(({ text }) => text)).toEqual([
    'The solution solutions/main.cpp has the tag "odd", which is not known: it is not tried.',
    'The solution solutions/absent.cpp is missing from the package: it is not tried.',
  ]);
});

test('interactor, validators, their tests, graders and attachments are read', async () => {
  const tests = (verdicts: readonly string[]) => `<testset><test-count>2</test-count>
    <input-path-pattern>files/tests/v/%02d</input-path-pattern><answer-path-pattern>files/tests/v/%02d.a</answer-path-pattern>
    <tests>${verdicts.map((verdict) => `<test verdict="${verdict}"/>`).join('')}</tests></testset>`;
  const problem = await read(
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
    ['cpp11 cpp14 cpp17 cpp20 cpp23 c', 'sum.h'],
  ]);
  expect(namesOf(problem.attachments)).toEqual(['sum.h']);
  expect(textsOf(problem)).toMatch(/files\/tests\/v\/03 of the validator is left out: its file is missing/);
});

test('statements come in all languages and kinds, with their parts and pictures', async () => {
  const statement = (kind: string, word: string, path: string) =>
    `<statement charset="UTF-8" language="${word}" path="${path}" type="${kind}"/>`;
  const problem = await read(
    {
      names: '<name language="russian" value="Сумма"/><name language="english" value="Sum"/>',
      statements:
        statement('application/x-tex', 'russian', 'statements/russian/problem.tex') +
        statement('text/html', 'russian', 'statements/.html/russian/problem.html') +
        statement('application/pdf', 'english', 'statements/.pdf/english/problem.pdf') +
        statement('application/x-tex', 'english', 'statements/english/problem.tex') +
        statement('text/html', 'klingon', 'statements/.html/russian/problem.html'),
    },
    {
      'statements/russian/problem.tex': 'all',
      'statements/russian/picture.png': 'png',
      'statements/.html/russian/problem.html': '<p>',
      'statements/.html/russian/problem-statement.css': 'p {}',
      'statements/.pdf/english/problem.pdf': '%PDF',
      'statements/english/problem.tex': 'all',
      'statements/english/problem-properties.json': JSON.stringify({
        legend: 'Add.',
        scoring: null,
        sampleTests: [{ input: '1 1', output: '2' }],
      }),
      'statement-sections/russian/legend.tex': Buffer.from([0xd1, 0xeb, 0xee, 0xe6, 0xe8, 0xf2, 0xe5, 0x2e]), // windows-1251
      'statement-sections/russian/interaction.tex': 'Говорите.',
      'statement-sections/russian/example.10': 'ten',
      'statement-sections/russian/example.10.a': 'TEN',
      'statement-sections/russian/example.02': 'two',
      'statement-sections/russian/example.02.a': 'TWO',
      'statement-sections/kazakh/legend.tex': 'Қос.',
    },
  );

  expect(problem.statements.map(({ language, kind, title }) => `${language} ${kind} ${title}`)).toEqual([
    'ru tex Сумма',
    'ru html Сумма',
    'en pdf Sum',
    'en tex Sum',
    'kk tex sum',
  ]);
  const [russian, page, , english] = problem.statements;
  expect(namesOf(russian?.resources)).toEqual(['picture.png']);
  expect(namesOf(page?.resources)).toEqual(['problem-statement.css']);
  expect(russian?.sections).toMatchObject({
    legend: 'Сложите.',
    interaction: 'Говорите.',
    input: '',
    samples: [
      { input: 'two', output: 'TWO' },
      { input: 'ten', output: 'TEN' },
    ],
  });
  expect(english?.sections).toMatchObject({
    legend: 'Add.',
    scoring: '',
    samples: [{ input: '1 1', output: '2' }],
  });
  expect(textsOf(problem)).toMatch(/language "klingon" is not known/);
});

test('what Polygon can and we cannot is said', async () => {
  const problem = await read({
    judging:
      'input-file="sum.in" output-file="stdout" run-count="2" treat-points-from-checker-as-percent="true"',
    assets: '<scorer/><arbiter/>',
    checker: '',
  });

  expect(problem).toMatchObject({ inputFile: 'sum.in', outputFile: null, checker: { kind: 'builtin' } });
  for (const told of ['no checker', 'run twice', 'scorer', 'arbiter', 'percents', 'read or write files']) {
    expect(textsOf(problem)).toContain(told);
  }
});
