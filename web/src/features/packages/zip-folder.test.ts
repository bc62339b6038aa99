import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import yauzl from 'yauzl';
import { zipFolder } from '#features/packages/zip-folder.ts';

/** Reads an archive with another program's eyes. */
async function read(archive: Blob): Promise<[string, string][]> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(await archive.arrayBuffer()));
  const files: [string, string][] = [];
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry));
    files.push([entry.fileName, content.toString()]);
  }
  return files;
}

const FILES = [
  ['problem.yaml', 'name: Sum'],
  ['data/secret/большой.in', '1 2\n'.repeat(1000)],
  ['data/secret/1.ans', '3\n'],
] as const;
const named = FILES.map(([path, text]) => ({ path, file: new File([text], path) }));

test.each([
  ['an ordinary one', undefined],
  ['one with an extension from its second file on', 60],
  ['one with an extension for every file', 0],
])('a folder becomes an archive that others read: %s', async (_what, largeFromBytes) => {
  expect(await read(await zipFolder(named, largeFromBytes))).toEqual(FILES);
});

test('an archive of more files than 16 bits can count names all of them', async () => {
  const many = Array.from({ length: 65_540 }, (_, index) => ({ path: `${index}`, file: new File([], '') }));
  const archive = await zipFolder(many);
  const zip = await yauzl.fromBufferPromise(Buffer.from(await archive.arrayBuffer()));
  expect(zip.entryCount).toBe(many.length);
});
