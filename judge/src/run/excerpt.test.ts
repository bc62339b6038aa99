import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Excerpt } from '@balloon/contracts/judging/judge.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { excerptOf } from '#run/excerpt.ts';

const folder = await mkdtemp(join(tmpdir(), 'balloon-excerpt-'));
afterAll(() => rm(folder, { recursive: true }));
const path = join(folder, 'file');

async function excerpt(content: string | Uint8Array, maxBytes: number) {
  await writeFile(path, content);
  return excerptOf(path, maxBytes);
}

test.each([
  ['a whole file', 'abc', 3, { text: 'abc', bytes: 3 }],
  ['its beginning', 'abcdef', 3, { text: 'abc', bytes: 6 }],
  ['no half characters', 'aßb', 2, { text: 'a', bytes: 4 }],
  ['no half emoji', '🎈🎈', 7, { text: '🎈', bytes: 8 }],
  ['a character that just fits', '🎈🎈', 4, { text: '🎈', bytes: 8 }],
  ['no zero bytes', 'a\0b', 9, { text: 'a\ufffdb', bytes: 3 }],
  ['no text at all', Buffer.of(0xff, 0xfe), 9, { text: '\ufffd\ufffd', bytes: 2 }],
  ['nothing', '', 9, { text: '', bytes: 0 }],
  ['nothing of much', 'abc', 0, { text: '', bytes: 3 }],
] as const)('shows %s', async (_what, content, maxBytes, expected) => {
  expect(await excerpt(content, maxBytes)).toEqual(expected);
});

test('whatever a program prints, the contract takes it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), fc.nat(40), async (content, maxBytes) => {
      const shown = await excerpt(content, maxBytes);
      expect(Excerpt.parse(shown)).toEqual(shown);
      expect(shown.text.length).toBeLessThanOrEqual(maxBytes);
    }),
    { numRuns: 50 },
  );
});
