import { truncate } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { MINIMAL } from '#icpc/written-package.ts';
import { openPackage } from '#open-package.ts';
import type { PackagePlaces } from '#opened-package.ts';
import { readPackage } from '#read-package.ts';
import { type PackageReading, placesOf, readPackageApart } from '#read-package-apart.ts';
import { startLastingThread } from '#testing/lasting-thread.ts';
import { manifest, SMALL_FILES } from '#testing/polygon-package.ts';
import { type FolderContents, tempFolder } from '#testing/temp-folder.ts';

const SOURCE = 'submissions/accepted/sum.py';
const NEVER = new AbortController().signal;

async function read(files: FolderContents, signal = NEVER, memoryMb = 512) {
  await using folder = await tempFolder(files);
  await using opened = await openPackage(folder.path);
  return await readPackageApart(opened, signal, { wallMs: 120_000, memoryMb });
}

const withYaml = (yaml: string): FolderContents => ({ ...MINIMAL, 'problem.yaml': yaml });
const withXml = (xml: string): FolderContents => ({ ...SMALL_FILES, 'problem.xml': xml });
const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join('');

/** Valid package of a kilobyte when compressed, whose manifest takes a parser long. */
const LARGE = withXml(`<problem>${'<a/>'.repeat(190_000)}</problem>`);

test.each<[string, FolderContents]>([
  ['Polygon', { ...SMALL_FILES, 'problem.xml': manifest({}) }],
  ['ICPC', MINIMAL],
])('a package of %s is read as without a thread', async (_format, files) => {
  await using folder = await tempFolder(files);
  await using opened = await openPackage(folder.path);
  expect(await readPackageApart(opened, NEVER)).toEqual(await readPackage(opened));
});

test('a source of gigabytes is refused before it is read', async () => {
  await using folder = await tempFolder(MINIMAL);
  await truncate(path.join(folder.path, SOURCE), 5 * 1024 ** 3);
  await using opened = await openPackage(folder.path);
  await expect(readPackage(opened)).rejects.toThrow(
    `${SOURCE} belongs to a program and is larger than 64 MB`,
  );
});

describe('a package that is made to be slow:', () => {
  const thread = startLastingThread<PackagePlaces, PackageReading>(
    new URL('./testing/reading-thread.ts', import.meta.url),
  );
  afterAll(() => thread[Symbol.asyncDispose]());

  test.each<[string, FolderContents, RegExp]>([
    [
      'YAML of brackets',
      withYaml(`name: ${'['.repeat(200_000)}`),
      /problem\.yaml nests lists deeper than 30/,
    ],
    ['YAML of dashes', withYaml('- '.repeat(200_000)), /is indented by more than 100 columns/],
    ['YAML of question marks', withYaml('? '.repeat(200_000)), /is indented by more than 100 columns/],
    [
      'YAML that is a staircase',
      withYaml(times(1_000, (level) => `${' '.repeat(level)}a:\n`)),
      /indented by more than 100 columns/,
    ],
    [
      'YAML of aliases of aliases',
      withYaml(
        `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${times(9, (level) => `a${level + 1}: &a${level + 1} [${`*a${level},`.repeat(9)}]\n`)}`,
      ),
      /problem\.yaml cannot be read: Excessive alias count/,
    ],
    ['YAML of one alias', withYaml(`a: &a x\nb: [${'*a,'.repeat(1_000)}]\n`), /uses more than 100 aliases/],
    [
      'YAML of keys',
      withYaml(times(50_000, (key) => `k${key}: 1\n`)),
      /has more than 20000 keys, values and marks/,
    ],
    ['YAML without end', withYaml(`name: ${'a'.repeat(2_000_000)}`), /problem\.yaml is larger than 1 MB/],
    [
      'settings of a group',
      { ...MINIMAL, 'data/testdata.yaml': `a: ${'{a: '.repeat(50_000)}` },
      /data\/testdata\.yaml nests lists/,
    ],
    [
      'rules of submissions',
      { ...MINIMAL, 'submissions/submissions.yaml': `a: ${'['.repeat(50_000)}` },
      /submissions\.yaml nests lists/,
    ],
    ['a time limit', { ...MINIMAL, '.timelimit': '1'.repeat(100_000) }, /\.timelimit is larger than/],
    ['XML of elements inside one another', withXml('<a>'.repeat(300_000)), /nests elements deeper than 50/],
    [
      'XML of elements',
      withXml(`<problem>${'<a/>'.repeat(300_000)}`),
      /more than 200000 elements and attributes/,
    ],
    [
      'XML of attributes',
      withXml(`<problem ${times(210_000, (index) => `a${index}="" `)}/>`),
      /more than 200000 elements and attributes/,
    ],
    ['XML of entities', withXml('<!DOCTYPE a [<!ENTITY b "&c;&c;">]><a>&b;</a>'), /has a document type/],
    ['XML without end', withXml(`<problem>${' '.repeat(5_000_000)}</problem>`), /is larger than 4 MB/],
  ])('%s is refused in words for the author', async (_what, files, message) => {
    await using folder = await tempFolder(files);
    await using opened = await openPackage(folder.path);
    expect(await thread.ask(placesOf(opened))).toEqual({ refusal: expect.stringMatching(message) });
  });
});

test('a refusal in the thread is the error of the package here', async () => {
  await expect(read(withXml('<a>'.repeat(60)))).rejects.toMatchObject({
    name: 'PackageError',
    message: expect.stringContaining('nests elements deeper than 50'),
  });
});

test('while a manifest is parsed, this thread is free for others', async () => {
  await using folder = await tempFolder(LARGE);
  await using opened = await openPackage(folder.path);
  const refusal = /states no testset|has no <testset|testset/;
  const cpuOf = async (reading: () => Promise<unknown>) => {
    const before = process.threadCpuUsage();
    await expect(reading()).rejects.toThrow(refusal);
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  };
  const here = await cpuOf(() => readPackage(opened));
  const apart = await cpuOf(() => readPackageApart(opened, NEVER));
  expect(apart).toBeLessThan(here / 2);
});

test('a manifest that takes too much memory ends its thread, with a clear word', async () => {
  await expect(read(LARGE, NEVER, 16)).rejects.toThrow(/cannot be read: it took more than 16 MB/);
});

test('reading ends when its import is cancelled', async () => {
  const calledOff = new AbortController();
  const reading = read(LARGE, calledOff.signal);
  calledOff.abort(new Error('cancelled'));
  await expect(reading).rejects.toThrow('cancelled');
});
