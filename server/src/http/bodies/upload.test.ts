import { expect, test } from 'vitest';
import { fileNameOf } from '#http/bodies/upload.ts';

test.each([
  ['C:\\Users\\anna\\sum.zip', 'sum.zip'],
  ['../../etc/passwd', 'passwd'],
  ['a\u0000b\u001bc\u0085.txt', 'abc.txt'],
  ['условие.pdf', 'условие.pdf'],
  ['', 'file'],
  ['folder/', 'file'],
  [`${'x'.repeat(200)}.pdf`, `${'x'.repeat(146)}.pdf`],
  [`😀${'x'.repeat(149)}`, `\uFFFD${'x'.repeat(149)}`],
])('%j is shown as %j', (told, shown) => {
  expect(fileNameOf(told)).toBe(shown);
});
