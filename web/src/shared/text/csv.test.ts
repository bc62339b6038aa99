import { expect, test } from 'vitest';
import { csvText } from '#shared/text/csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['\uff1d1+1', "'\uff1d1+1"],
  ['Anna,=1+1', "Anna,'=1+1"],
  ['Anna\t@SUM', "Anna\t'@SUM"],
  ['Anna-Maria, =)', 'Anna-Maria, =)'],
  ['-1,5', '-1,5'],
])('no text begins a cell as a formula, whatever separator the spreadsheet expects: %j', (text, safe) => {
  expect(csvText([['1', text]], ';')).toBe(`1;${safe}`);
});
