import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { tempFolder } from '@balloon/packages/testing/temp-folder.ts';
import { expect, test } from 'vitest';
import { openContents } from '#packages/contents.ts';

test('a file that was unpacked for the build lies on the disk once, unless its line ends are changed', async () => {
  await using folder = await tempFolder({
    'own/unix': '1\n2\n',
    'own/windows': '1\r\n2\r\n',
    other: '1\n2\n',
  });
  const at = (name: string) => join(folder.path, name);
  const contents = await openContents(at('store'), { ownFolder: at('own') });
  const unix = await contents.add(at('own/unix'), true);
  const windows = await contents.add(at('own/windows'), true);
  const other = await contents.add(at('other'), true);

  expect([windows, other]).toEqual([unix, unix]);
  expect(contents.paths.size).toBe(1);
  expect((await stat(at('own/windows'))).nlink).toBe(1);
  const kept = await contents.add(at('own/windows'));
  expect((await stat(kept.path)).ino).toBe((await stat(at('own/windows'))).ino);
});

test('what generators and solutions write is bounded together, and equal files count once', async () => {
  await using folder = await tempFolder({});
  const contents = await openContents(folder.path, { maxBytes: 10 });
  for (const text of ['123456', '123456', '7890']) await contents.addText(text);
  await expect(contents.addText('!')).rejects.toMatchObject({
    code: 'tooLarge',
    message: expect.stringContaining('PACKAGE_MAX_GB'),
  });
});
