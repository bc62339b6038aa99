import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PackedPage, PackedSequence } from '#http/packed-page.ts';

const texts = fc.oneof(fc.string(), fc.string({ unit: 'binary', minLength: 1000, maxLength: 3000 }));
const longText = 'абв'.repeat(60_000);

test('texts with endings between them are one stream, which unpacks to what is sent unpacked', async () => {
  const packed = async (parts: readonly (readonly [string, string])[], ending: string) => {
    const pages = await Promise.all(
      parts.map(async ([text, own]) => ({ page: await PackedPage.of(text, true), ending: own })),
    );
    const sequence = new PackedSequence(pages);
    const plain = sequence.plain(ending).toString();
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
