import { expect, test } from 'vitest';
import { decodeText } from '#features/problems/files/decode-text.ts';

test('UTF-8 and the older Russian encoding are read, other bytes are no text', () => {
  expect(decodeText(new TextEncoder().encode('\ufeffёж\n'))).toBe('ёж\n');
  expect(decodeText(Uint8Array.of(0xb8, 0xe6))).toBe('ёж');
  expect(decodeText(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0))).toBeNull();
});
