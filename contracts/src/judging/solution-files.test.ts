import { expect, test } from 'vitest';
import { faultOfFiles } from '#judging/solution-file-rules.ts';
import { SolutionFiles } from '#judging/solution-files.ts';
import { MAX_SOURCE_BYTES } from '#judging/solution-limits.ts';

const named = (...names: string[]) => names.map((name) => ({ name, content: 'x' }));
const numbered = (count: number) => named(...Array.from({ length: count }, (_, at) => `part${at}.cpp`));
const isTaken = (files: unknown) => SolutionFiles.safeParse(files).success;

test('sources, headers and texts lie beside the main text of a solution', () => {
  expect(isTaken(named('sum.cpp', 'sum.h', 'Helper.java', '_util.py', 'table-1.2.txt'))).toBe(true);
  expect(isTaken(numbered(29))).toBe(true);
  expect(isTaken([{ name: 'empty.h', content: '' }])).toBe(true);
});

test.each([
  ['a folder above', '../x.cpp'],
  ['a folder', 'lib/x.cpp'],
  ['a folder of Windows', 'lib\\x.cpp'],
  ['an option', '-o.cpp'],
  ['a hidden file', '.h'],
  ['a device', 'con.h'],
  ['a device with two endings', 'NUL.tar.c'],
  ['no ending', 'con'],
  ['a library', 'main.jar'],
  ['a space', 'a b.cpp'],
  ['a line break', 'a.cpp\n'],
  ['another alphabet', 'сумма.cpp'],
  ['64 characters', `${'x'.repeat(60)}.cpp`],
])('a name with %s is refused', (_what, name) => {
  expect(isTaken(named(name))).toBe(false);
});

test('the names differ without regard to case, and there are at most 30 with the main text', () => {
  expect(isTaken(named('Sum.h', 'sum.H'))).toBe(false);
  expect(isTaken(named('Sum.java', 'sum.java'))).toBe(false);
  expect(isTaken(numbered(30))).toBe(false);
});

test('the texts are bounded in sum, in UTF-8, and hold no zero bytes', () => {
  const half = 'я'.repeat(MAX_SOURCE_BYTES / 4);
  const twoHalves = [
    { name: 'a.h', content: half },
    { name: 'b.h', content: half },
  ];
  expect(isTaken(twoHalves)).toBe(true);
  expect(isTaken([...twoHalves, ...named('c.h')])).toBe(false);
  expect(isTaken([{ name: 'a.h', content: '\u0000' }])).toBe(false);
});

test('the first fault of files says which file it is in', () => {
  const fault = (files: { name: string; content: string }[]) => faultOfFiles(files)?.code ?? null;
  expect(fault(numbered(30))).toBe(null);
  expect(fault(numbered(31))).toBe('TOO_MANY_FILES');
  expect(faultOfFiles(named('a.cpp', '../a.cpp'))).toEqual({
    code: 'FILE_NAME_NOT_ALLOWED',
    name: '../a.cpp',
  });
  expect(faultOfFiles(named('a.h', 'A.h'))).toEqual({ code: 'FILE_NAMES_EQUAL', name: 'A.h' });
  expect(fault([{ name: 'a.h', content: '\u0000' }])).toBe('FILE_NOT_TEXT');
  expect(fault([{ name: 'a.h', content: ' \n' }])).toBe('FILES_EMPTY');
  expect(fault([{ name: 'a.h', content: 'я'.repeat(MAX_SOURCE_BYTES / 2) }, ...named('b.h')])).toBe(
    'SOURCES_TOO_LARGE',
  );
});
