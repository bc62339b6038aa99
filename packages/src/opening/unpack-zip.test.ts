import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { openPackage } from '#open-package.ts';
import { checkEntryName } from '#opening/entry-name.ts';
import { PACKAGE_LIMITS, type PackageLimits } from '#opening/limits.ts';
import { requireDisk } from '#opening/require-disk.ts';
import { PackageError } from '#package-error.ts';
import { tempFolder } from '#testing/temp-folder.ts';
import { type ZipEntry, zipBytes } from '#testing/zip-bytes.ts';

const MANIFEST: ZipEntry = { name: 'problem.xml', data: '<problem/>' };

/** Opens an archive of these bytes and returns its files; checks that nothing is left on the disk. */
async function open(bytes: Buffer, limits: Partial<PackageLimits> = {}): Promise<Record<string, string>> {
  await using folder = await tempFolder({ 'in/package.zip': bytes, 'temp/kept': '' });
  const temp = path.join(folder.path, 'temp');
  try {
    await using opened = await openPackage(path.join(folder.path, 'in/package.zip'), {
      limits,
      tempFolder: temp,
    });
    const contents: Record<string, string> = {};
    for (const name of opened.files) contents[name] = await readFile(opened.find(name) ?? '', 'utf8');
    return contents;
  } finally {
    expect(await readdir(temp)).toEqual(['kept']);
    expect(await readdir(folder.path)).toEqual(['in', 'temp']);
  }
}

test('entries are unpacked, stored or deflated, with the folders between them', async () => {
  const files = await open(
    zipBytes([
      MANIFEST,
      { name: 'tests/', mode: 0o040755 },
      { name: 'tests/01', data: '1\r\n', method: 0 },
      { name: 'условие.txt', data: 'да' },
      { name: 'A', data: 'x' },
      { name: 'a', data: 'y' },
    ]),
  );

  expect(files).toEqual({
    'problem.xml': '<problem/>',
    'tests/01': '1\r\n',
    'условие.txt': 'да',
    A: 'x',
    a: 'y',
  });
});

test.each<[string, Buffer, string]>([
  ['in UTF-8, as macOS packs', Buffer.from('Условие/рисунок 1.png'), 'Условие/рисунок 1.png'],
  [
    'in the code page of Windows in Russian',
    Buffer.from([
      0x93, 0xe1, 0xab, 0xae, 0xa2, 0xa8, 0xa5, 0x2f, 0xe0, 0xa8, 0xe1, 0x31, 0x2e, 0x70, 0x6e, 0x67,
    ]),
    'Условие/рис1.png',
  ],
  ['in the code page of the format', Buffer.from([0x4c, 0x94, 0x73, 0x75, 0x6e, 0x67]), 'Lösung'],
])('a name beyond ASCII is read %s without being stated', async (_, name, expected) => {
  const files = await open(zipBytes([MANIFEST, { name, flags: 0, data: 'x' }]));

  expect(files).toEqual({ 'problem.xml': '<problem/>', [expected]: 'x' });
});

test('a name of another code page climbs out no more than others', async () => {
  const hostile = zipBytes([MANIFEST, { name: Buffer.from('../рис'), flags: 0 }]);

  await expect(open(hostile)).rejects.toThrow(PackageError);
});

describe('an archive is refused', () => {
  test.each<[string, ZipEntry, RegExp]>([
    ['that climbs out', { name: '../evil' }, /invalid relative path/],
    ['that climbs out from below', { name: 'a/../../evil' }, /invalid relative path/],
    ['that starts at the root', { name: '/etc/evil' }, /absolute path/],
    ['that names a drive', { name: 'C:/evil' }, /absolute path/],
    [
      'with backslashes',
      { name: '..\\evil' },
      /parts of a path must be separated by "\/"|invalid characters/,
    ],
    ['with a NUL', { name: 'evil\0.txt' }, /control characters/],
    ['with a line end in a name', { name: 'evil\n.txt' }, /control characters/],
    ['with an empty part', { name: 'a//b' }, /paths with empty parts/],
    ['with an endless name', { name: 'x'.repeat(300) }, /longer than 255 bytes/],
    ['with an endless path', { name: 'xx/'.repeat(300) }, /longer than 400 characters/],
    ['with too many folders', { name: 'x/'.repeat(30) }, /deeper than 20 folders/],
    [
      'with an endless link',
      { name: 'link', data: 'x'.repeat(5000), mode: 0o120777 },
      /link is a broken link/,
    ],
    ['with an empty link', { name: 'link', data: '', mode: 0o120777 }, /link is a broken link/],
    ['with a device', { name: 'device', mode: 0o020666 }, /device is neither a file nor a folder/],
    ['with a password', { name: 'secret', flags: 0x801 }, /secret is encrypted/],
    ['with an unusual method', { name: 'packed', method: 14 }, /packed by method 14/],
    [
      'with a second file of the name',
      { name: 'problem.xml', data: 'other' },
      /two entries called problem.xml/,
    ],
    ['with a file in a file', { name: 'problem.xml/x' }, /clashes with another entry/],
    ['with a wrong checksum', { name: 'x', data: 'x', checksum: 1 }, /x is damaged/],
    ['with more data than stated', { name: 'x', data: 'xxx', statedBytes: 1 }, /The archive cannot be read/],
    ['with less data than stated', { name: 'x', data: 'xxx', statedBytes: 9 }, /The archive cannot be read/],
    ['with long comments', { name: 'x', comment: Buffer.alloc(2000) }, /carries a long comment/],
    ['with entries in one place', { name: 'problem.txt', data: '<problem/>', offset: 0 }, /shares its bytes/],
    ['with a place beyond its end', { name: 'x', offset: 1_000_000 }, /The archive cannot be read/],
  ])('%s', async (_what, entry, message) => {
    const opening = open(zipBytes([MANIFEST, entry]));

    await expect(opening).rejects.toThrow(PackageError);
    await expect(opening).rejects.toThrow(message);
  });

  test('with an entry beneath a link, by which links and folders could be made elsewhere', async () => {
    await using elsewhere = await tempFolder({ kept: '' });
    const LINK = 0o120777;
    for (const beneath of [
      { name: 'out/link', data: 'kept', mode: LINK },
      { name: 'out/new/link', data: 'kept', mode: LINK },
    ]) {
      const opening = open(zipBytes([MANIFEST, { name: 'out', data: elsewhere.path, mode: LINK }, beneath]));

      await expect(opening).rejects.toThrow(/clashes with another entry/);
      expect(await readdir(elsewhere.path)).toEqual(['kept']);
    }
  });

  test('with more entries than there are', async () => {
    await expect(open(zipBytes([MANIFEST], 2))).rejects.toThrow(/The archive cannot be read/);
  });

  test.each<[Partial<PackageLimits>, RegExp]>([
    [{ entries: 1 }, /more than 1 entries/],
    [{ fileBytes: 999_999 }, /zeros has more than/],
    [{ totalBytes: 999_999 }, /files of the archive have more than 1 MB/],
    [{ ratioFromBytes: 500_000 }, /more than 200 times its size/],
  ])('beyond the limit %o', async (limits, message) => {
    const bomb = zipBytes([MANIFEST, { name: 'zeros', data: Buffer.alloc(1_000_000) }]);

    await expect(open(bomb, limits)).rejects.toThrow(message);
  });
});

test('an archive in the form for more than 4 GB is unpacked like any other', async () => {
  const zip = new ZipFile();
  for (const name of ['problem.xml', 'tests/01']) {
    zip.addBuffer(Buffer.from(name), name, { forceZip64Format: true });
  }
  zip.end({ forceZip64Format: true, comment: '' });
  const files = await open(await buffer(zip.outputStream));
  expect(files).toEqual({ 'problem.xml': 'problem.xml', 'tests/01': 'tests/01' });
});

test('what the disk cannot take is refused before anything is unpacked', async () => {
  const TB = 1024 ** 4;
  await using folder = await tempFolder({});
  const refusal = await requireDisk(folder.path, 1000 * TB).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'diskFull', facts: { needed: '1024000 GB' } });
  await requireDisk(folder.path, 1000);
});

test('every accepted name leads to a place beneath the folder', () => {
  const parts = fc.constantFrom('..', '.', '', 'a', 'b c', '~', 'C:', '\\', '\0', '…', '-');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(parts, { maxLength: 5 }).map((each) => each.join('/')),
        fc.string(),
      ),
      (name) => {
        try {
          checkEntryName(name, PACKAGE_LIMITS);
        } catch (error) {
          expect(error).toBeInstanceOf(PackageError);
          return;
        }
        expect(path.resolve('/to', name).startsWith('/to/')).toBe(true);
        expect(path.win32.resolve('C:\\to', name).startsWith('C:\\to\\')).toBe(true);
      },
    ),
  );
});

test('an archive with damaged bytes is unpacked or refused, and never does anything else', async () => {
  const whole = zipBytes([
    MANIFEST,
    { name: 'tests/01', data: 'one '.repeat(99) },
    { name: 'tests/02', data: '2', method: 0 },
  ]);
  const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), {
    minLength: 1,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(damage, fc.integer({ min: 0, max: 40 }), async (changes, cutBytes) => {
      const bytes = Buffer.from(whole.subarray(0, whole.length - (cutBytes < 30 ? 0 : cutBytes)));
      for (const [place, value] of changes) if (place < bytes.length) bytes[place] = value;
      await open(bytes).catch((error) => expect(error).toBeInstanceOf(PackageError));
    }),
    { numRuns: 150 },
  );
});
