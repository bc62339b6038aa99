import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PackedPage, PackedSequence } from '#http/answers/packed-page.ts';

const texts = fc.oneof(fc.string(), fc.string({ unit: 'binary', minLength: 1000, maxLength: 3000 }));
const longText = 'абв'.repeat(60_000);

test('texts with endings between them are one stream, which unpacks to what is sent unpacked', async () => {
  const packed = async (parts: readonly (readonly [string, string])[], ending: string) => {
    const pages = await Promise.all(
      parts.map(async ([text, own]) => ({ page: await PackedPage.of(text, true), ending: own })),
    );
    const sequence = new PackedSequence(pages);
    const plain = Buffer.concat(sequence.plain(ending)).toString();
    expect(plain).toBe(Buffer.from(parts.flat().join('') + ending).toString());
    expect(gunzipSync(sequence.gzipped(ending)).toString()).toBe(plain);
  };

  await packed([], '[]');
  await packed(
    [
      [longText, longText],
      ['', longText],
    ],
    longText,
  );
  await fc.assert(fc.asyncProperty(fc.array(fc.tuple(texts, texts), { maxLength: 4 }), texts, packed), {
    numRuns: 50,
  });
});

test('readers of a page with endings of their own share its text', async () => {
  const page = await PackedPage.of(longText, true);
  expect(page.plain('')).toEqual([page.text]);
  const pieces = ['one', 'other'].map((ending) => page.plain(ending));
  for (const [text] of pieces) expect(text?.buffer).toBe(page.text.buffer);
  expect(pieces.map(([, ending]) => `${ending}`)).toEqual(['one', 'other']);
});
