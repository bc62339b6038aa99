import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAGE_COLUMNS, PAGE_ROWS, printPages } from '#print-pages.ts';

test('a page has a number of lines, and the rest goes on the next', () => {
  const lines = Array.from({ length: PAGE_ROWS + 1 }, (_, index) => `line ${index}`);
  const pages = printPages(lines.join('\n'));
  expect(pages.map((page) => page.length)).toEqual([PAGE_ROWS, 1]);
  expect(pages[1]).toEqual([`line ${PAGE_ROWS}`]);
});

test('long lines go on in the next, and empty lines at the end take no paper', () => {
  expect(printPages(`${'x'.repeat(PAGE_COLUMNS + 2)}\n\n\n`)).toEqual([['x'.repeat(PAGE_COLUMNS), 'xx']]);
  expect(printPages('')).toEqual([['']]);
});

test('tabs reach the next stop, and control characters show as a sign', () => {
  expect(printPages('\ta\tb\r\nc\u001bd')).toEqual([['    a   b', 'c\u{fffd}d']]);
});

test('no letter is lost, and nothing is wider or longer than the page', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 300 })), (lines) => {
      const pages = printPages(lines.join('\n'));
      const widths = pages.flat().map((line) => line.length);
      expect(Math.max(...widths)).toBeLessThanOrEqual(PAGE_COLUMNS);
      expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(PAGE_ROWS);
      expect(pages.flat().join('').trimEnd()).toBe(lines.join('').trimEnd());
    }),
  );
});
