import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText } from '#compile/compiler-text.ts';

test('colours, control characters and broken UTF-8 are taken out', () => {
  const said = Buffer.concat([
    Buffer.from('\u001b[1;31merror:\u001b[0m «x»\tis not\r\ndeclared\u0000\u0007'),
    Buffer.from([0xff]),
  ]);
  expect(cleanText(said)).toBe('error: «x»\tis not\ndeclared\ufffd');
});

test('the text of any compiler becomes short and fit to be shown', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), (said) => {
      const text = cleanText(said, 1);
      expect(text.length).toBeLessThanOrEqual(1026);
      expect(text).toBe(text.toWellFormed());
      expect(text).not.toMatch(/(?![\t\n])\p{Cc}/u);
    }),
  );
});
