import { expect, test } from 'vitest';
import { csvLines } from '#content/csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['\uff1d1+1', "'\uff1d1+1"],
  ['Anna,=1+1', "Anna,'=1+1"],
  ['Anna\t@SUM', "Anna\t'@SUM"],
  ['Anna-Maria, =)', 'Anna-Maria, =)'],
])('no text begins a cell as a formula, whatever separator the spreadsheet expects: %j', (text, safe) => {
  expect(csvLines([[1, text]])).toBe(`1;${safe}\r\n`);
});

test('numbers stay numbers', () => {
  expect(csvLines([[-1, 'A;-1']], { separator: ',' })).toBe(`-1,A;'-1\r\n`);
});
