import { expect, test } from 'vitest';
import { SolutionFiles } from './solution-files.ts';
import { MAX_SOURCE_BYTES } from './solution-limits.ts';

const named = (...names: string[]) => names.map((name) => ({ name, text: 'x' }));
const numbered = (count: number) => named(...Array.from({ length: count }, (_, at) => `part${at}.cpp`));
const isTaken = (files: unknown) => SolutionFiles.safeParse(files).success;

test('sources, headers and texts lie beside the main text of a solution', () => {
  expect(isTaken(named('sum.cpp', 'sum.h', 'Helper.java', '_util.py', 'table-1.2.txt'))).toBe(true);
  expect(isTaken(numbered(19))).toBe(true);
  expect(isTaken([{ name: 'empty.h', text: '' }])).toBe(true);
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

test('the names differ without regard to case, and there are at most 20 with the main text', () => {
  expect(isTaken(named('Sum.h', 'sum.H'))).toBe(false);
  expect(isTaken(named('Sum.java', 'sum.java'))).toBe(false);
  expect(isTaken(numbered(20))).toBe(false);
});

test('the texts are bounded in sum, in UTF-8, and hold no zero bytes', () => {
  const half = 'я'.repeat(MAX_SOURCE_BYTES / 4);
  const twoHalves = [
    { name: 'a.h', text: half },
    { name: 'b.h', text: half },
  ];
  expect(isTaken(twoHalves)).toBe(true);
  expect(isTaken([...twoHalves, ...named('c.h')])).toBe(false);
  expect(isTaken([{ name: 'a.h', text: '\u0000' }])).toBe(false);
});
