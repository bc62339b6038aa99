import { expect, test } from 'vitest';
import { MINIMAL, readWritten } from '#icpc/written-package.ts';
import type { ProblemPackage } from '#problem-package.ts';

const CUSTOM = 'name: Sum\nvalidation: custom\nvalidator_flags: --loose 3\n';

test('a plain package is read with the defaults of the format', async () => {
  const problem = await readWritten(MINIMAL);

  expect(problem).toMatchObject({
    format: 'icpc',
    formatVersion: 'legacy',
    shortName: 'sum',
    titles: { en: 'Sum' },
    timeLimit: { kind: 'measured', multiplier: 5, resolutionMs: 1000 },
    memoryLimitKb: null,
    outputLimitKb: null,
    checker: { kind: 'builtin', spec: { kind: 'kattis', caseSensitive: false, absolute: null } },
    interactor: null,
    passes: 1,
    groups: [],
    scoring: null,
  });
  expect(problem.tests.map(({ number, name, isSample }) => [number, name, isSample])).toEqual([
    [1, 'sample/1', true],
    [2, 'secret/1', false],
  ]);
  expect(problem.shownSamples).toBeUndefined();
});

test('tests come in the order of the format, samples first, folders among them, links followed', async () => {
  const problem = await readWritten({
    ...MINIMAL,
    'data/secret/10.in': 'x',
    'data/secret/10.ans': 'x',
    'data/secret/1-a.in': 'x',
    'data/secret/1-a.ans': 'x',
    'data/secret/1b/deep.in': 'x',
    'data/secret/1b/deep.ans': { linkTo: '../../sample/1.ans' },
    'data/secret/1.desc': 'all numbers are equal\n',
    'data/secret/1.hint': 'what if they are equal?',
    'data/secret/.hidden.in': 'x',
    'data/bad/1.in': 'x',
  });

  expect(problem.tests.map(({ name }) => name)).toEqual([
    'sample/1',
    'secret/1',
    'secret/1-a',
    'secret/10',
    'secret/1b/deep',
  ]);
  expect(problem.tests.map(({ description }) => description)).toEqual([
    undefined,
    'all numbers are equal\n\nwhat if they are equal?',
    undefined,
    undefined,
    undefined,
  ]);
  expect(problem.tests[4]?.answer?.inPackage).toBe('data/secret/1b/deep.ans');
});

test('a test has the picture beside it, and one that pages cannot show is left out with a warning', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>';
  const { tests, remarks } = await readWritten({
    ...MINIMAL,
    'data/sample/1.png': 'no picture',
    'data/secret/1.svg': drawing,
    'data/secret/2.in': '1 1\n',
    'data/secret/2.ans': '2\n',
  });

  expect(tests.map(({ name, picture }) => [name, picture?.file.inPackage, picture?.mediaType])).toEqual([
    ['sample/1', undefined, undefined],
    ['secret/1', 'data/secret/1.svg', 'image/svg+xml'],
    ['secret/2', undefined, undefined],
  ]);
  expect(remarks.filter(({ level }) => level === 'warning')).toEqual([
    { level: 'warning', text: expect.stringMatching(/^data\/sample\/1\.png is not shown with its test: /) },
  ]);
});

test('limits and the flags of the default validator are taken from problem.yaml', async () => {
  const problem = await readWritten({
    ...MINIMAL,
    'problem.yaml': [
      'name: Sum',
      'validator_flags: case_sensitive float_tolerance 1e-6 float_absolute_tolerance 1e-3',
      'limits: {time_multiplier: 3.5, memory: 512, output: 16, tiem: 3}',
      'colour: red',
    ].join('\n'),
  });

  expect(problem.checker).toEqual({
    kind: 'builtin',
    spec: { kind: 'kattis', caseSensitive: true, spaceSensitive: false, absolute: 1e-3, relative: 1e-6 },
  });
  expect(problem).toMatchObject({ memoryLimitKb: 512 * 1024, outputLimitKb: 16 * 1024 });
  expect(problem.timeLimit).toMatchObject({ multiplier: 3.5 });
  expect(errorsOf(problem)).toEqual([
    expect.stringContaining('the key "limits.tiem" is unknown and has no effect'),
  ]);
});

test('limits of compilers and of the validator are taken from problem.yaml, within bounds that a remark names', async () => {
  const stated = await readWritten({
    ...MINIMAL,
    'problem.yaml': [
      'name: Sum',
      'limits: {code: 64, compilation_time: 5, compilation_memory: 512, validation_time: 900,',
      '  validation_memory: 1024, validation_output: 0.5}',
    ].join('\n'),
  });

  expect(stated.packageLimits).toEqual({
    ...{ sourceKb: 64, compilationMs: 5000, compilationMemoryKb: 512 * 1024 },
    ...{ validationMs: 300_000, validationMemoryKb: 1024 * 1024, validationOutputKb: 512 },
  });
  expect(errorsOf(stated)).toEqual([
    expect.stringContaining('problem.yaml: what limits.validation_time has above 300 s'),
  ]);
  expect((await readWritten(MINIMAL)).packageLimits).toEqual({});
});

test('a time limit may be stated by contest systems', async () => {
  const ini = { ...MINIMAL, 'domjudge-problem.ini': "short-name = sum\ntimelimit='1.5'\n" };
  expect((await readWritten(ini)).timeLimit).toEqual({ kind: 'stated', ms: 1500 });

  const dotFile = { ...MINIMAL, '.timelimit': '2\n' };
  expect((await readWritten(dotFile)).timeLimit).toEqual({ kind: 'stated', ms: 2000 });

  const ofPc2 = {
    'problem.yaml':
      'validation: default\nsandbox-type: NONE\nlimits: { timeout: 3 }\nvalidator: { use-clics-validator: true }\n',
  };
  const { timeLimit, remarks } = await readWritten({ ...MINIMAL, ...ofPc2 });
  expect(timeLimit).toEqual({ kind: 'stated', ms: 3000 });
  expect(remarks.filter(({ level }) => level === 'error')).toEqual([]);
});

test('a title is read from a statement that is older than UTF-8', async () => {
  const old = Buffer.concat([
    Buffer.from('\\problemname{'),
    Buffer.from([0xd1, 0xf3, 0xec, 0xec, 0xe0]),
    Buffer.from('}\n'),
  ]);
  const { titles } = await readWritten({ ...MINIMAL, 'problem_statement/problem.ru.tex': old });
  expect(titles.ru).toBe('Сумма');
});

test('a validator of sources, which would have no effect, refuses the package', async () => {
  const { remarks } = await readWritten({ ...MINIMAL, 'static_validator/check.py': 'print()' });
  expect(remarks).toContainEqual({
    level: 'error',
    text: expect.stringMatching(/^static_validator\/, which judges sources, has no effect here/),
  });
});

test('a custom validator is a program of several files, called with flags', async () => {
  const problem = await readWritten({
    ...MINIMAL,
    'problem.yaml': CUSTOM,
    'output_validators/check/check.cc': '#include "check.h"\nint main() {}',
    'output_validators/check/check.h': '',
    'output_validators/check/check.cc.bin': 'left behind',
    'output_validators/check/gen.py': 'no part of it',
    'input_validators/form.py': 'exit(42)',
    'input_validators/form.ctd': 'EOF',
  });

  expect(problem.checker).toMatchObject({
    kind: 'program',
    protocol: 'kattis',
    flags: ['--loose', '3'],
    program: { inPackage: 'output_validators/check', languages: ['cpp17', 'cpp20'], sources: ['check.cc'] },
  });
  const names = problem.checker.kind === 'program' && problem.checker.program.files.map(({ name }) => name);
  expect(names).toEqual(['check.cc', 'check.h', 'gen.py']);
  expect(problem.validators).toMatchObject([{ protocol: 'kattis', program: { sources: ['form.py'] } }]);
  expect(problem.remarks).toContainEqual({
    level: 'note',
    text: 'input_validators/form.ctd is not run: Balloon has no checktestdata',
  });
});

test('a single file takes the headers beside it, and build scripts come before sources', async () => {
  const single = await readWritten({
    ...MINIMAL,
    'problem.yaml': CUSTOM,
    'output_validators/check.cpp': 'int main() {}',
    'output_validators/check.h': '',
  });
  expect(single.checker).toMatchObject({
    program: { files: [{ name: 'check.cpp' }, { name: 'check.h' }], sources: ['check.cpp'] },
  });

  const built = await readWritten({
    ...MINIMAL,
    'problem.yaml': CUSTOM,
    'output_validators/check/build': '#!/bin/sh\n',
    'output_validators/check/check.cpp': 'int main() {}',
  });
  expect(built.checker).toMatchObject({ program: { languages: ['script'], sources: ['build'] } });

  const shell = await readWritten({ ...MINIMAL, 'input_validators/form.sh': '#!/bin/sh\nexit 42\n' });
  expect(shell.validators).toMatchObject([{ program: { languages: ['script'], sources: ['run'] } }]);
});

test('an interactive problem has an interactor, may lack answers and shows its interactions', async () => {
  const problem = await readWritten({
    'problem.yaml': 'name: Guess\nvalidation: custom interactive\nvalidator_flags: 10\n',
    'problem_statement/problem.tex': 'Guess.',
    'data/sample/1.interaction': '<lower\n>5\n<correct\n',
    'data/sample/2.in': 'never shown\n',
    'data/secret/1.in': '7\n',
    'output_validators/talk.py': 'exit(42)',
    'submissions/accepted/guess.cpp': 'int main() {}',
  });

  expect(problem.checker).toEqual({ kind: 'interactor' });
  expect(problem.interactor).toMatchObject({ protocol: 'kattis', flags: ['10'] });
  expect(problem.tests.map(({ name, answer }) => [name, answer])).toEqual([
    ['sample/2', null],
    ['secret/1', null],
  ]);
  expect(problem.shownSamples).toMatchObject([{ input: 'lower\n\ncorrect\n', output: '\n5\n\n' }]);
});

test('texts for the statement stand in for the samples', async () => {
  const problem = await readWritten({ ...MINIMAL, 'data/sample/1.in.statement': '1 2 ...\n' });

  expect(problem.shownSamples).toEqual([{ input: '1 2 ...\n', output: '3\n' }]);
});

test('a 2023-07 package names its languages and its single validator by its folder', async () => {
  const problem = await readWritten({
    ...MINIMAL,
    'problem.yaml': [
      'problem_format_version: 2023-07-draft',
      'type: [pass-fail, multi-pass]',
      'name: {en: Sum, sv: Summa}',
      'source: {name: Cup, url: "https://cup.example"}',
      'limits: {time_multipliers: {ac_to_time_limit: 3}, time_resolution: 0.5, validation_passes: 4}',
    ].join('\n'),
    'statement/problem.sv.md': 'Addera.',
    'output_validator/check/check.cc': 'int main() {}',
  });

  expect(problem).toMatchObject({
    formatVersion: '2023-07-draft',
    titles: { en: 'Sum', sv: 'Summa' },
    sourceUrl: 'https://cup.example',
    passes: 4,
    timeLimit: { kind: 'measured', multiplier: 3, resolutionMs: 500 },
    checker: { kind: 'program', program: { inPackage: 'output_validator/check' } },
  });
  expect(problem.statements.map(({ language, kind }) => [language, kind])).toEqual([
    ['en', 'tex'],
    ['sv', 'markdown'],
  ]);
});

test('statements bring their pictures and, where problem.yaml has no name, the title', async () => {
  const problem = await readWritten({
    ...MINIMAL,
    'problem.yaml': 'limits:\n',
    'problem_statement/problem.sv.tex': '\\problemname{$x^2$}\n%% plainproblemname: x squared\n',
    'problem_statement/problem.sv.pdf': '%PDF',
    'problem_statement/img/road.png': 'png',
  });

  expect(problem.titles).toEqual({ en: 'Sum of Two', sv: 'x squared' });
  expect(problem.statements.map(({ language, kind }) => [language, kind])).toEqual([
    ['en', 'tex'],
    ['sv', 'tex'],
  ]);
  expect(problem.statements[0]?.resources).toMatchObject([{ name: 'img/road.png' }]);
});

test("DOMjudge's statement lies at the top", async () => {
  const { 'problem_statement/problem.en.tex': _, ...others } = MINIMAL;
  const problem = await readWritten({ ...others, 'problem.pdf': '%PDF' });

  expect(problem.statements).toMatchObject([{ language: 'en', title: 'Sum', kind: 'pdf' }]);
});

test('files of include/ lie beside solutions, and default ones beside all', async () => {
  const problem = await readWritten({
    ...MINIMAL,
    'include/default/words.txt': 'shared',
    'include/default/main.cpp': 'not this one',
    'include/cpp/main.cpp': 'this one',
    'include/cobol/main.cob': '',
    'attachments/tool.py': '',
  });

  const [cpp, others] = problem.graders;
  expect(cpp?.languages).toContain('cpp20');
  expect(cpp?.files.map(({ inPackage }) => inPackage)).toEqual([
    'include/default/words.txt',
    'include/cpp/main.cpp',
  ]);
  expect(others?.languages).toContain('python3');
  expect(others?.languages).not.toContain('cpp20');
  expect(problem.attachments.map(({ name }) => name)).toEqual(['tool.py']);
});

test("the author's tests of validators are read, unless a validator cannot be run", async () => {
  const files = {
    ...MINIMAL,
    'input_validators/form.py': 'exit(42)',
    'data/invalid_input/empty.in': '',
    'data/invalid_output/wrong.in': '1 2\n',
    'data/invalid_output/wrong.ans': '3\n',
    'data/invalid_output/wrong.out': '4\n',
  };

  expect((await readWritten(files)).selfTests).toMatchObject([
    { of: 'validator', name: 'data/invalid_input/empty', expected: 'invalid' },
    { of: 'checker', name: 'data/invalid_output/wrong', expected: 'wrong' },
  ]);
  const withGrammar = await readWritten({ ...files, 'input_validators/form.ctd': 'EOF' });
  expect(withGrammar.selfTests.map(({ of }) => of)).toEqual(['checker']);
});

test('features without effect are errors that say what to do, and what describes a problem is none', async () => {
  const problem = await readWritten({
    ...MINIMAL,
    'problem.yaml': [
      'name: Sum',
      'license: cc by-sa',
      'keywords: [sum]',
      'source: {name: Cup, url: https://example.org}',
      'difficulty: 3',
      'languages: [cpp, python3]',
      'constants: {max_n: 1000}',
      'validator_flags: case_sensitive ignore_whitespace',
      'limits: {tiem: 3}',
      'grading: {objektive: min}',
      'memroy: 512',
    ].join('\n'),
    'data/secret/testdata.yaml': 'on_reject: continue\ncolor: red\nscores: [1]\n',
  });

  const errors = errorsOf(problem);
  for (const named of [
    'cpp, python3',
    'constants',
    'ignore_whitespace',
    '"limits.tiem"',
    '"grading.objektive"',
  ])
    expect(errors.join('\n')).toContain(named);
  expect(errors.join('\n')).toContain('"memroy"');
  expect(errors.join('\n')).toContain('data/secret/testdata.yaml: the key "scores"');
  expect(errors.every((text) => text.includes('remove it, or import the package anyway'))).toBe(true);
  expect(errors.join('\n')).not.toMatch(/license|keywords|source|difficulty/);
});

const errorsOf = ({ remarks }: ProblemPackage) =>
  remarks.filter(({ level }) => level === 'error').map(({ text }) => text);
