import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Compilation, compile, compileFiles } from '#compile/compile.ts';
import { authorCompiler } from '#compile/script-programs.ts';
import { CHECKER_LIMITS } from '#run/limits.ts';
import type { Program } from '#run/program.ts';
import { startTestJudge } from '#testing/test-workshop.ts';

const judge = await startTestJudge(1);
afterAll(() => judge[Symbol.asyncDispose]());
const { workshop, slots } = judge.open;
const slot = slots[0] as (typeof slots)[0];
const bench = { container: slot.checker, folder: slot.folder };

/** Writes files anywhere on this machine and compiles them together, the first ones being the sources. */
async function build(
  language: string,
  texts: Record<string, string>,
  sources: string[],
): Promise<Compilation> {
  const compiler = authorCompiler(workshop, language);
  if (!compiler) throw new Error(`No ${language}`);
  const folder = await mkdtemp(join(tmpdir(), 'balloon-sources-'));
  try {
    const files = [];
    for (const [name, text] of Object.entries(texts)) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
      files.push({ name, path });
    }
    return await compileFiles(workshop, bench, compiler, { files, sources });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function outputOf(compiled: Compilation, ...args: string[]): Promise<string> {
  if (compiled.kind !== 'program') return JSON.stringify(compiled);
  using program: Program = compiled.program;
  const stdout = join(slot.folder, 'printed');
  const { toolchain } = program.language;
  const run = await slot.checker.run({
    argv: [...program.argv(CHECKER_LIMITS.memoryKb), ...args],
    box: program.folder,
    stdout,
    limits: {
      ...CHECKER_LIMITS,
      processes: toolchain.processes,
      memoryKb: CHECKER_LIMITS.memoryKb + toolchain.runtimeMemoryKb,
    },
  });
  return `${run.exitCode} ${await readFile(stdout, 'utf8')}`.trim();
}

const SUM = '#include "sum.h"\nint sum(int a, int b) { return a + b; }\n';
const SUM_H = 'int sum(int, int);\n';
const MAIN = '#include <cstdio>\n#include "sum.h"\nint main() { std::printf("%d", sum(2, 3)); }\n';

test('several sources in C++ with a header beside them', async () => {
  const files = { 'main.cpp': MAIN, 'sum.cc': SUM, 'sum.h': SUM_H };
  expect(await outputOf(await build('cpp17', files, ['main.cpp', 'sum.cc']))).toBe('0 5');
});

test('a header in a folder, and more files than the sandbox copies one by one', async () => {
  const files: Record<string, string> = {
    'main.cpp': MAIN.replace('"sum.h"', '"lib/sum.h"'),
    'lib/sum.cpp': SUM,
    'lib/sum.h': SUM_H,
  };
  for (let number = 0; number < 40; number += 1) files[`data${number}.txt`] = 'x';
  expect(await outputOf(await build('cpp17', files, ['main.cpp', 'lib/sum.cpp']))).toBe('0 5');
});

test('a header changes the program, so a program compiled with another one is not used', async () => {
  const one = { 'main.cpp': MAIN, 'sum.h': 'inline int sum(int, int) { return 1; }' };
  expect(await outputOf(await build('cpp17', one, ['main.cpp']))).toBe('0 1');
  expect(await build('cpp17', one, ['main.cpp'])).toMatchObject({ fromCache: true });
  const two = { ...one, 'sum.h': 'inline int sum(int, int) { return 2; }' };
  expect(await outputOf(await build('cpp17', two, ['main.cpp']))).toBe('0 2');
});

test('Python modules beside the main file and in a package', async () => {
  const files = {
    'check.py': 'import helper\nfrom deep.er import NUMBER\nprint(helper.NUMBER + NUMBER)',
    'helper.py': 'NUMBER = 1',
    'deep/er.py': 'NUMBER = 2',
  };
  expect(await outputOf(await build('python3', files, ['check.py']))).toBe('0 3');
});

test.runIf(workshop.languages.has('java'))('Java classes, wherever the main method is', async () => {
  const files = {
    'Sum.java': 'public class Sum { static int of(int a, int b) { return a + b; } }',
    'Check.java':
      'public class Check { public static void main(String[] a) { System.out.print(Sum.of(2, 3)); } }',
  };
  expect(await outputOf(await build('java', files, ['Sum.java', 'Check.java']))).toBe('0 5');
});

test.runIf(workshop.languages.has('java'))('a Java class in a file of another name', async () => {
  const text = 'public class Other { public static void main(String[] a) { System.out.print(5); } }';
  expect(await outputOf(await build('java', { 'Check.java': text }, ['Check.java']))).toBe('0 5');
});

test.runIf(workshop.languages.has('java')).each([
  ['class', 'interface Nothing {}', 'class Nothing'],
  [
    'method',
    'public class Main { static { System.exit(0); } int main() { return 1; } }',
    'Main method not found',
  ],
  ['static method', 'public class Main { public void main(String[] a) {} }', 'not static'],
])('a Java program without a main %s is a compilation error', async (_what, text, why) => {
  expect(await build('java', { 'Main.java': text }, ['Main.java'])).toMatchObject({
    kind: 'rejected',
    text: expect.stringMatching(new RegExp(why, 'i')),
  });
});

test('a program that brings its own build and run', async () => {
  const files = {
    build: '#!/bin/sh\nmkdir made && cp words made/words && echo built >> made/words',
    run: 'cat made/words && echo "$@" && exit 7',
    words: 'words\n',
  };
  expect(await outputOf(await build('script', files, ['build']), 'a', 'b c')).toBe('7 words\nbuilt\na b c');
});

test('scripts with the line ends of Windows start as others do', async () => {
  const files = {
    build: '#!/bin/sh\r\nprintf \'#!/bin/sh\\r\\necho "$1" made\\r\\n\' > run\r\n',
  };

  expect(await outputOf(await build('script', files, ['build']), 'hello')).toBe('0 hello made');
});

test('a program that is a shell script', async () => {
  expect(await outputOf(await build('script', { run: '#!/bin/sh\necho "$1"' }, ['run']), 'hello')).toBe(
    '0 hello',
  );
});

test.each([
  ['whose build fails', { build: 'echo why >&2; exit 3', run: 'true' }, 'why'],
  ['that builds nothing to run', { build: 'true' }, ''],
])('a program %s is rejected', async (_what, files, text) => {
  expect(await build('script', files, ['build'])).toMatchObject({
    kind: 'rejected',
    text: expect.stringContaining(text),
  });
});

test.each(['../up.cpp', '.hidden', '-o', 'a b.cpp', 'folder/', '/etc/passwd'])(
  'a file called "%s" is refused',
  async (name) => {
    const compiler = authorCompiler(workshop, 'cpp17');
    if (!compiler) throw new Error('No C++17');
    const files = [{ name, path: '/dev/null' }];
    expect(await compileFiles(workshop, bench, compiler, { files, sources: [name] })).toMatchObject({
      kind: 'rejected',
    });
  },
);

test('a submission is compiled with the grader of its problem', async () => {
  const compiler = authorCompiler(workshop, 'cpp20');
  if (!compiler) throw new Error('No C++20');
  const folder = await mkdtemp(join(slot.folder, 'grader-'));
  const companions = [];
  for (const [name, text] of Object.entries({ 'main.cpp': MAIN, 'sum.h': SUM_H })) {
    await writeFile(join(folder, name), text);
    companions.push({ name, path: join(folder, name) });
  }
  expect(await outputOf(await compile(workshop, bench, compiler, SUM, companions))).toBe('0 5');
});

/** Compiles a submission of several files, the first being its main text. */
function submit(language: string, text: string, files: Record<string, string>, entryPoint?: string) {
  const compiler = authorCompiler(workshop, language);
  if (!compiler) throw new Error(`No ${language}`);
  const own = Object.entries(files).map(([name, content]) => ({ name, content }));
  return compile(workshop, bench, compiler, { text, entryPoint, files: own });
}

test('a submission of two units and a header in C++, whose names and contents decide the program', async () => {
  const files = { 'sum.cc': SUM, 'sum.h': `${SUM_H}// of a submission\n` };
  expect(await outputOf(await submit('cpp20', MAIN, files))).toBe('0 5');
  expect(await submit('cpp20', MAIN, files)).toMatchObject({ kind: 'program', fromCache: true });
  const other = { ...files, 'sum.cc': SUM.replace('a + b', 'a * b') };
  expect(await outputOf(await submit('cpp20', MAIN, other))).toBe('0 6');
  expect(await submit('cpp20', MAIN, { 'sum.h': files['sum.h'] })).toMatchObject({ kind: 'rejected' });
});

test('a submission in Python imports a module of its own', async () => {
  const files = { 'helper.py': 'NUMBER = 2' };
  expect(await outputOf(await submit('python3', 'import helper\nprint(helper.NUMBER)', files))).toBe('0 2');
});

test('a module of a submission does not take the place of one that the check of its syntax needs', async () => {
  const files = { 'token.py': 'NUMBER = 4', 'py_compile.py': 'raise SystemExit(1)' };
  expect(await outputOf(await submit('python3', 'import token\nprint(token.NUMBER)', files))).toBe('0 4');
  expect(await submit('python3', 'def', { 'py_compile.py': '' })).toMatchObject({ kind: 'rejected' });
});

test('a submission starts in the file that it names, whatever the others are called', async () => {
  const files = { 'main.py': 'NUMBER = 3' };
  const text = 'import main\nprint(main.NUMBER)';
  expect(await outputOf(await submit('python3', text, files, 'start.py'))).toBe('0 3');
  expect(await outputOf(await submit('cpp20', MAIN, { 'sum.h': SUM_H, 'main.cpp': SUM }, 'go.cpp'))).toBe(
    '0 5',
  );
});

test('a misspelt module in Python is a compilation error', async () => {
  const wrong = await submit('python3', 'import helper', { 'helper.py': 'def' }, 'main.py');
  expect(wrong).toMatchObject({ kind: 'rejected', text: expect.stringContaining('helper.py') });
});

test.runIf(workshop.languages.has('rust'))('a submission in Rust has a module of its own', async () => {
  const text = 'mod helper;\nfn main() { print!("{}", helper::NUMBER); }';
  const files = { 'helper.rs': 'pub const NUMBER: i32 = 4;' };
  expect(await outputOf(await submit('rust', text, files, 'main.rs'))).toBe('0 4');
});

/** Submissions of two files in languages that not every machine has: the main text and a part of it. */
const OF_TWO_FILES = [
  {
    language: 'go',
    text: 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Print(sum(2, 3)) }\n',
    files: { 'sum.go': 'package main\n\nfunc sum(a, b int) int { return a + b }\n' },
    entryPoint: 'main.go',
  },
  {
    language: 'csharp',
    text: 'class Program { static void Main() { System.Console.Write(Sum.Of(2, 3)); } }',
    files: { 'Sum.cs': 'static class Sum { public static int Of(int a, int b) { return a + b; } }' },
    entryPoint: 'Program.cs',
  },
  {
    language: 'kotlin',
    text: 'fun main() { print(sum(2, 3)) }',
    files: { 'Sum.kt': 'fun sum(a: Int, b: Int) = a + b' },
    entryPoint: 'Start.kt',
  },
  {
    language: 'pypy3',
    text: 'from helper import total\nprint(total(2, 3))',
    files: { 'helper.py': 'def total(a, b):\n    return a + b\n' },
    entryPoint: 'main.py',
  },
].filter(({ language }) => workshop.languages.has(language));

test.each(OF_TWO_FILES)(
  'a submission in $language has two files',
  async ({ language, text, files, entryPoint }) => {
    expect(await outputOf(await submit(language, text, files, entryPoint))).toBe('0 5');
    expect(await submit(language, text, {}, entryPoint)).toMatchObject({
      kind: language === 'pypy3' ? 'program' : 'rejected',
    });
  },
);

test.runIf(workshop.languages.has('javascript'))('a submission in JavaScript has modules', async () => {
  const text = "const { number } = require('./helper.js');\nconsole.log(number);";
  const files = { 'helper.js': 'exports.number = 6;' };
  expect(await outputOf(await submit('javascript', text, files, 'main.js'))).toBe('0 6');
});

test.runIf(workshop.languages.has('java'))('a submission in Java starts in its main text', async () => {
  const printing = (name: string, what: string) =>
    `public class ${name} { public static void main(String[] a) { System.out.print(${what}); } }`;
  const files = {
    'Able.java': printing('Able', '1'),
    'Sum.java': 'class Sum { static int of(int a, int b) { return a + b; } }',
  };
  expect(await outputOf(await submit('java', printing('Main', 'Sum.of(2, 3)'), files))).toBe('0 5');
});

test('a file of a submission cannot take the place of its main text or of a file of the problem', async () => {
  const taken = { kind: 'rejected', text: expect.stringContaining('Two files are called') };
  expect(await submit('cpp20', MAIN, { 'main.cpp': SUM })).toMatchObject(taken);
  const compiler = authorCompiler(workshop, 'cpp20');
  if (!compiler) throw new Error('No C++20');
  const submission = { text: SUM, files: [{ name: 'grader.h', content: '' }] };
  const companions = [{ name: 'grader.h', path: '/dev/null' }];
  expect(await compile(workshop, bench, compiler, submission, companions)).toMatchObject(taken);
});
