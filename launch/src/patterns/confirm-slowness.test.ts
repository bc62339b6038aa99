import { expect, test } from 'vitest';
import { isReallySlow } from '#patterns/confirm-slowness.ts';

test.each([
  [String.raw`\s+$`, { pumps: [{ prefix: '', pump: ' ' }], suffix: 'x' }, true],
  ['^(a+)+$', { pumps: [{ prefix: '', pump: 'a' }], suffix: '!' }, true],
  // The fuzzer has called this one polynomial.
  [
    String.raw`(:\/\/[^\s/:@]{0,200}):[^\s/@]{1,300}@`,
    { pumps: [{ prefix: '', pump: '://:/' }], suffix: '::' },
    false,
  ],
  [String.raw`^[ ]*\w+$`, { pumps: [{ prefix: '', pump: ' ' }], suffix: '!' }, false],
])('/%s/ for such a text: slow %#', (source, attack, isSlow) => {
  expect(isReallySlow(source, '', attack)).toBe(isSlow);
});
