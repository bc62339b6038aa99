import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineHead, PAGE_COLUMNS, PAGE_ROWS, printPages } from '#text/print-pages.ts';

const textsOf = (text: string) => printPages(text).map((page) => page.map((line) => line.text));

test('a page has a number of lines, and the rest goes on the next', () => {
  const lines = Array.from({ length: PAGE_ROWS + 1 }, (_, index) => `line ${index}`);
  const pages = printPages(lines.join('\n'));
  expect(pages.map((page) => page.length)).toEqual([PAGE_ROWS, 1]);
  expect(pages[1]).toEqual([{ number: PAGE_ROWS + 1, text: `line ${PAGE_ROWS}` }]);
});

test('long lines go on in the next, and empty lines at the end take no paper', () => {
  const [page = []] = printPages(`${'x'.repeat(PAGE_COLUMNS + 2)}\ny\n\n`);
  expect(page.map((line) => `${lineHead(line)}${line.text}`)).toEqual([
    `   1 ${'x'.repeat(PAGE_COLUMNS)}`,
    '   ↪ xx',
    '   2 y',
  ]);
  expect(textsOf('')).toEqual([['']]);
});

test('tabs reach the next stop, and characters that hide or turn text show as a sign', () => {
  expect(textsOf('\ta\tb\r\nc\u001bd')).toEqual([['    a   b', 'c\u{fffd}d']]);
  expect(textsOf('\u{feff}a\u202eb\ud800')).toEqual([['a\u{fffd}b\u{fffd}']]);
});

test('accents take no column of their own, and no more than a few stand on a letter', () => {
  expect(textsOf('и\u0306')).toEqual([['й']]);
  const [[stacked = ''] = []] = textsOf(`${'x'.repeat(PAGE_COLUMNS - 1)}q${'\u0330'.repeat(50)}`);
  expect(stacked).toBe(`${'x'.repeat(PAGE_COLUMNS - 1)}q${'\u0330'.repeat(3)}`);
});

test('no letter is lost, and nothing is wider or longer than the page', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 300 })), (lines) => {
      const pages = printPages(lines.join('\n'));
      const texts = pages.flat().map((line) => line.text);
      const widths = texts.map((line) => line.length);
      expect(Math.max(...widths)).toBeLessThanOrEqual(PAGE_COLUMNS);
      expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(PAGE_ROWS);
      expect(texts.join('').trimEnd()).toBe(lines.join('').trimEnd());
    }),
  );
});

test('wide signs take two columns of a line, and tabs come after them', () => {
  const [[first = '', second = ''] = []] = textsOf('狐'.repeat(PAGE_COLUMNS / 2 + 1));
  expect([first, second]).toEqual(['狐'.repeat(PAGE_COLUMNS / 2), '狐']);
  expect(textsOf(`x${'狐'.repeat(PAGE_COLUMNS / 2)}`)[0]?.map((line) => line.length)).toEqual([
    PAGE_COLUMNS / 2,
    1,
  ]);
  expect(textsOf('狐\tx')).toEqual([['狐  x']]);
  expect(textsOf('ｱ\tx')).toEqual([['ｱ   x']]);
});
