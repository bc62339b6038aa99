import { expect, test } from 'vitest';
import { isBlank } from '#talk/blank-text.ts';

test.each(['', ' \n\t', '\u00a0\u2003', '\u200b', '\u2060\ufeff', '\u3164', '\u2800', '\u00ad \u200d'])(
  '%j is blank',
  (text) => {
    expect(isBlank(text)).toBe(true);
  },
);

test.each(['.', 'я', '👨\u200d👩\u200d👧', '❤\ufe0f', 'می\u200cخواهم', '\u0301'])('%j is not', (text) => {
  expect(isBlank(text)).toBe(false);
});
