import { expect, test } from 'vitest';
import { runsOf } from '#features/printing/print-fonts.ts';

const isLatin = (codePoint: number) => codePoint < 0x2000;
const none = () => false;
const isHan = (codePoint: number) => codePoint >= 0x4e00 && codePoint < 0xa000;

test('each sign is drawn by a font that has it, at its column', () => {
  const { runs, missing } = runsOf('s = "狐狸"', { mono: isLatin, wide: isHan, signs: none });
  expect(runs).toEqual([
    { font: 'mono', text: 's = "', column: 0, columns: 1 },
    { font: 'wide', text: '狐狸', column: 5, columns: 2 },
    { font: 'mono', text: '"', column: 9, columns: 1 },
  ]);
  expect(missing).toBe(0);
});

test('what no font has is a sign that says so, and is counted', () => {
  const { runs, missing } = runsOf('狐🦊x', { mono: isLatin, wide: none, signs: none });
  expect(runs.map(({ text, column }) => [text, column])).toEqual([
    ['��', 0],
    ['x', 4],
  ]);
  expect(missing).toBe(2);
});

test('marks stay with their letter', () => {
  expect(
    runsOf('e\u0301狐', { mono: isLatin, wide: isHan, signs: none }).runs.map(({ text }) => text),
  ).toEqual(['e\u0301', '狐']);
});
