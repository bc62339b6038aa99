import { expect, test } from 'vitest';
import { withoutFormulas } from '#site/csv-formulas.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['\uff1d1+1', "'\uff1d1+1"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r=1"],
  ['Anna,=1+1', "Anna,'=1+1"],
  ['Anna\t@SUM', "Anna\t'@SUM"],
  ['Anna;+1,\uff0d1', "Anna;'+1,'\uff0d1"],
  ['Anna-Maria, =)', 'Anna-Maria, =)'],
  ['', ''],
])('no text begins a cell as a formula, whatever separator the spreadsheet expects: %j', (text, safe) => {
  expect(withoutFormulas(text)).toBe(safe);
});
