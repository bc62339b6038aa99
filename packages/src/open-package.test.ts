import { execFileSync } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findPackages, openPackage } from '#open-package.ts';
import { archiveParts } from '#opening/archive-parts.ts';
import { PACKAGE_LIMITS } from '#opening/limits.ts';
import { tempFolder } from '#testing/temp-folder.ts';
import { zipBytes } from '#testing/zip-bytes.ts';

test('a folder is read in place, its files sorted and without leftovers of tools', async () => {
  await using folder = await tempFolder({
    'problem.xml': '\ufeff<problem/>',
    'tests/01': '1',
    '.git/HEAD': 'x',
    '.DS_Store': 'x',
    'statements/.html/english/problem.html': 'x',
  });

  await using opened = await openPackage(folder.path);

  expect(opened.root).toBe(folder.path);
  expect(opened.files).toEqual(['problem.xml', 'statements/.html/english/problem.html', 'tests/01']);
  expect(opened.find('tests/01')).toBe(path.join(folder.path, 'tests/01'));
  expect(opened.find('tests/02')).toBeNull();
  expect(opened.find('../x')).toBeNull();
  expect(await opened.readText('problem.xml')).toBe('<problem/>');
  await expect(opened.readText('problem.xml', 3)).rejects.toThrow(/problem.xml is larger/);
  await expect(opened.readText('absent')).rejects.toThrow(/absent is missing/);
});

test('an archive is unpacked privately, and nothing stays behind', async () => {
  await using folder = await tempFolder({
    'sum.zip': zipBytes([
      { name: 'sum/problem.yaml', data: 'name: Sum' },
      { name: 'sum/data/1.in', data: '1' },
      { name: '__MACOSX/sum/problem.xml', data: 'x' },
    ]),
  });
  await using temp = await tempFolder();

  const opened = await openPackage(path.join(folder.path, 'sum.zip'), { tempFolder: temp.path });

  expect(opened.files).toEqual(['data/1.in', 'problem.yaml']);
  expect(await readFile(opened.find('data/1.in') ?? '', 'utf8')).toBe('1');
  const [unpacked = ''] = await readdir(temp.path);
  expect((await stat(path.join(temp.path, unpacked))).mode & 0o777).toBe(0o700);
  await opened[Symbol.asyncDispose]();
  expect(await readdir(temp.path)).toEqual([]);
});

describe('an archive of several packages', () => {
  const sum = [
    { name: 'set/sum/problem.yaml', data: 'name: Sum' },
    { name: 'set/sum/data/1.in', data: '1' },
    { name: 'set/sum/attachments/more.zip', data: 'x' },
    { name: 'set/sum/data/other.in', mode: 0o120777, data: '../../../outside' },
  ];
  const product = zipBytes([{ name: 'product/problem.xml', data: '<problem/>' }]);
  const write = (entries: Parameters<typeof zipBytes>[0]) => tempFolder({ 'set.zip': zipBytes(entries) });
  const archiveIn = (folder: { path: string }) => ({
    path: path.join(folder.path, 'set.zip'),
    name: 'set.zip',
  });
  const partsOf = async (entries: Parameters<typeof zipBytes>[0]) => {
    await using folder = await write(entries);
    return await archiveParts(archiveIn(folder));
  };

  test('names its folders and archives; what lies inside a package is none', async () => {
    const entries = [...sum, { name: 'Product.ZIP', data: product }, { name: 'readme.txt', data: 'x' }];
    expect(await partsOf(entries)).toEqual(['Product.ZIP', 'set/sum']);
    expect(await partsOf([{ name: 'problem.yaml' }, { name: 'in/problem.yaml' }, { name: 'a.zip' }])).toEqual(
      [],
    );
    expect(await partsOf([{ name: 'sum/problem.yaml' }])).toEqual([]);
    expect(await partsOf([{ name: 'readme.txt' }])).toEqual([]);
    expect(await partsOf([{ name: 'only.zip' }])).toEqual(['only.zip']);
  });

  test('is opened part by part', async () => {
    await using folder = await write([...sum, { name: 'set/product.zip', data: product, method: 0 }]);
    await using temp = await tempFolder();
    const open = (part: string) =>
      openPackage(archiveIn(folder).path, { part, name: 'set.zip', tempFolder: temp.path });
    {
      await using opened = await open('set/sum');
      expect(opened.files).toEqual(['attachments/more.zip', 'data/1.in', 'problem.yaml']);
      expect(opened.remarks).toMatchObject([{ text: expect.stringContaining('data/other.in is a link') }]);
      await using other = await open('set/product.zip');
      expect(other.files).toEqual(['problem.xml']);
    }
    await expect(open('set/absent')).rejects.toThrow('set.zip has no package set/absent.');
    await expect(open('../set')).rejects.toThrow(/refused/);
    expect(await readdir(temp.path)).toEqual([]);
  });

  test('is bounded in number, names and size as one package is', async () => {
    const many = Array.from({ length: PACKAGE_LIMITS.parts + 1 }, (_, number) => ({ name: `${number}.zip` }));
    await expect(partsOf(many)).rejects.toThrow('set.zip holds 201 packages, more than 200');
    await expect(partsOf([...sum, { name: '../b.zip' }])).rejects.toThrow(/\.\./);
    const bomb = zipBytes([{ name: 'problem.yaml' }, { name: 'data/1.in', data: Buffer.alloc(4_000_000) }]);
    await using folder = await write([...sum, { name: 'bomb.zip', data: bomb }]);
    const limits = { ...PACKAGE_LIMITS, ratioFromBytes: 1_000_000 };
    const opening = openPackage(archiveIn(folder).path, { part: 'bomb.zip', limits });
    await expect(opening).rejects.toThrow(/compression bomb/);
  });
});

test('links that stay inside are followed', async () => {
  await using folder = await tempFolder({
    'problem.yaml': 'name: x',
    'data/secret/1.in': '1',
    'data/secret/again/1.in': { linkTo: '../1.in' },
    'data/copy': { linkTo: 'secret' },
  });

  await using opened = await openPackage(folder.path);

  expect(opened.files).toEqual([
    'data/copy/1.in',
    'data/copy/again/1.in',
    'data/secret/1.in',
    'data/secret/again/1.in',
    'problem.yaml',
  ]);
  expect(opened.find('data/copy/again/1.in')).toBe(path.join(folder.path, 'data/secret/1.in'));
});

test.each([
  ['leaves', { 'tests/01': { linkTo: '/etc/passwd' } }, /tests\/01 is a link that leaves the package/],
  ['leaves by a folder', { tests: { linkTo: '..' } }, /tests is a link that leaves the package/],
  ['leads nowhere', { 'tests/01': { linkTo: '02' } }, /tests\/01 is a link that leads nowhere/],
  ['leads to itself', { 'tests/01': { linkTo: '01' } }, /tests\/01 is a link that leads nowhere/],
])('a link that %s is left out by its name', async (_what, contents, message) => {
  await using folder = await tempFolder({ 'problem.xml': '<problem/>', ...contents });

  await using opened = await openPackage(folder.path);

  expect(opened.files).toEqual(['problem.xml']);
  expect(opened.remarks).toEqual([{ level: 'warning', text: expect.stringMatching(message) }]);
});

test('a link that leads round is refused', async () => {
  await using folder = await tempFolder({
    'problem.xml': '<problem/>',
    'tests/all': { linkTo: '../tests' },
  });

  await expect(openPackage(folder.path)).rejects.toThrow(/tests\/all is a link to a folder that it lies in/);
});

test('links in an archive are followed inside and left out where they lead elsewhere', async () => {
  await using folder = await tempFolder({
    'sum.zip': zipBytes([
      { name: 'data/2.in', data: '1.in', mode: 0o120777 },
      { name: 'data/3.in', data: '/etc/passwd', mode: 0o120777 },
      { name: 'data/4.in', data: '../../../etc/passwd', mode: 0o120777 },
      { name: 'data/1.in', data: 'one' },
      { name: 'problem.yaml', data: 'name: x' },
    ]),
  });

  await using opened = await openPackage(path.join(folder.path, 'sum.zip'));

  expect(opened.files).toEqual(['data/1.in', 'data/2.in', 'problem.yaml']);
  expect(await readFile(opened.find('data/2.in') ?? '', 'utf8')).toBe('one');
  expect(opened.remarks).toHaveLength(2);
});

test('a pipe is refused', async () => {
  await using folder = await tempFolder({ 'problem.xml': '<problem/>' });
  execFileSync('mkfifo', [path.join(folder.path, 'pipe')]);

  await expect(openPackage(folder.path)).rejects.toThrow(/pipe is neither a file nor a folder/);
});

test.each([
  [{ entries: 2 }, /more than 2 files/],
  [{ fileBytes: 3 }, /tests\/01 has more than/],
  [{ totalBytes: 6 }, /more than 0 MB/],
  [{ depth: 1 }, /tests\/ lies deeper than 1 folders/],
])('a folder beyond the limit %o is refused', async (limits, message) => {
  await using folder = await tempFolder({ 'problem.xml': 'abc', 'tests/01': '1234' });

  await expect(openPackage(folder.path, { limits })).rejects.toThrow(message);
});

test('several problems in one place are listed, and can be found', async () => {
  await using folder = await tempFolder({
    'contest.xml': '<contest/>',
    'problems/b/problem.xml': '<problem/>',
    'problems/b/documents/problem.yaml': 'a file of the problem',
    'problems/a/problem.yaml': 'name: A',
  });
  const packages = ['a', 'b'].map((name) => path.join(folder.path, 'problems', name));

  await expect(openPackage(folder.path)).rejects.toThrow(/several problems: problems\/a, problems\/b/);
  expect(await findPackages(folder.path)).toEqual(packages);
  expect(await findPackages(packages[0] ?? '')).toEqual([packages[0]]);
});

test('a folder without a package is reported', async () => {
  await using folder = await tempFolder({
    'a/b/c/readme.md': '',
    'far/below/problem.xml': '<problem/>',
    'x.zip': 'no zip',
  });

  await expect(openPackage(path.join(folder.path, 'a'))).rejects.toThrow(
    /neither problem.xml .* nor problem.yaml/,
  );
  await expect(openPackage(path.join(folder.path, 'a'))).rejects.toMatchObject({ code: 'notPackage' });
  await expect(openPackage(path.join(folder.path, 'x.zip'))).rejects.toMatchObject({
    code: 'damagedArchive',
  });
  await expect(findPackages(path.join(folder.path, 'a'))).rejects.toThrow(/holds no problem package/);
  await expect(openPackage(folder.path)).rejects.toThrow(/too deep, in far\/below/);
  await expect(openPackage(path.join(folder.path, 'x.zip'))).rejects.toThrow(
    /is no zip archive that can be read/,
  );
  await expect(openPackage(path.join(folder.path, 'absent'))).rejects.toThrow(/cannot be opened: ENOENT/);
});
