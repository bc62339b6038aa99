import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { choosePackages } from '#features/packages/chosen-packages.ts';
import { zipFolder } from '#features/packages/zip-folder.ts';

const named = (path: string, text = path) => ({ path, file: new File([text], path.split('/').at(-1) ?? '') });

test('archives in folders, and folders with a package, are one upload each', () => {
  const { packages, skippedNumber } = choosePackages(
    [
      'one.zip',
      'notes.txt',
      'set/a.ZIP',
      'set/readme.txt',
      'set/sum/problem.xml',
      'set/sum/tests/01',
      'set/sum/tests/more.zip',
      'set/sum/copy/problem.yaml',
      'product/problem.yaml',
    ].map((path) => named(path)),
  );
  expect(packages.map(({ name, files }) => [name, files.map(({ path }) => path)])).toEqual([
    ['sum.zip', ['sum/problem.xml', 'sum/tests/01', 'sum/tests/more.zip', 'sum/copy/problem.yaml']],
    ['product.zip', ['product/problem.yaml']],
    ['one.zip', ['one.zip']],
    ['notes.txt', ['notes.txt']],
    ['a.ZIP', ['set/a.ZIP']],
  ]);
  expect(skippedNumber).toBe(1);
});

test('a packed folder is a zip archive of its files', async () => {
  const blob = await zipFolder([named('sum/problem.xml', '<problem/>'), named('sum/тест', 'данные')]);
  const bytes = Buffer.from(await blob.arrayBuffer());
  const end = bytes.length - 22;
  expect([bytes.readUInt32LE(0), bytes.readUInt32LE(end)]).toEqual([0x04034b50, 0x06054b50]);
  expect(bytes.readUInt16LE(end + 10)).toBe(2);
  const second = bytes.indexOf(Buffer.from('PK\u0001\u0002'), bytes.readUInt32LE(end + 16) + 4);
  expect(bytes.readUInt32LE(second + 16)).toBe(crc32('данные'));
  const place = bytes.readUInt32LE(second + 42);
  const nameBytes = bytes.readUInt16LE(place + 26);
  expect(bytes.subarray(place + 30, place + 30 + nameBytes).toString()).toBe('sum/тест');
  expect(bytes.subarray(place + 30 + nameBytes).toString()).toMatch(/^данные/);
});
