import { expect, test } from 'vitest';
import { guessEncoding } from '#text/guess-encoding.ts';

const HEADING = 'id;name\r\n1;Команда\r\n';
const CYRILLIC = Uint8Array.from([0x31, 0x3b, 0xca, 0xee, 0xec, 0xe0, 0xed, 0xe4, 0xe0]); // 1;Команда

test.each([
  ['UTF-8', new TextEncoder().encode(HEADING), 'utf-8'],
  ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${HEADING}`), 'utf-8'],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${HEADING}`, 'utf16le'), 'utf-16le'],
  ['UTF-16 without one', Buffer.from(HEADING, 'utf16le'), 'utf-16le'],
  ['Windows-1251', CYRILLIC, 'windows-1251'],
] as const)('%s is recognised', (_, bytes, encoding) => {
  expect(guessEncoding(bytes)).toBe(encoding);
});
