import { crc32 } from 'node:zlib';
import { MAX_CONTENT_BYTES, MAX_UNPACKED_BYTES } from '@balloon/contracts/problems/problem-editor-limits.ts';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { InvalidInputError, TooLargeError } from '#errors.ts';

/** Files and folders of an archive together. */
const MAX_ENTRIES = 25_000;
const MAX_NAME = 200;
/** Tests of an archive, as many as a problem may have. */
const MAX_TESTS = 10_000;

/** Files of an opened archive of tests. */
export interface ZipFiles extends AsyncDisposable {
  names: string[];
  read(name: string): AsyncGenerator<Buffer>;
  /** @throws {InvalidInputError} ZIP_WITHOUT_TESTS; {TooLargeError} ZIP_TOO_LARGE */
  requireTests(found: number): void;
}

/**
 * Opens an archive that anybody may have made. Names lead nowhere, since nothing is written under them; sizes are
 * those that the archive states, summed before anything is unpacked, and the reader refuses an entry that unpacks to
 * another size.
 *
 * @throws {InvalidInputError} ZIP_BROKEN; {TooLargeError} ZIP_TOO_LARGE
 */
export async function openTestsZip(archive: string): Promise<ZipFiles> {
  const zip = await yauzl.openPromise(archive, { autoClose: false }).catch((error) => {
    throw broken(error);
  });
  try {
    const entries = await readEntries(zip);
    return {
      names: [...entries.keys()],
      read: (name) => unpack(zip, entries.get(name)),
      requireTests,
      [Symbol.asyncDispose]: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw broken(error);
  }
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw tooLarge(`has more than ${MAX_ENTRIES} entries`);
  const entries = new Map<string, Entry>();
  let totalBytes = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize } = entry;
    if (isOther(fileName)) continue;
    if (!entry.canDecodeFileData())
      throw new InvalidInputError('ZIP_BROKEN', `${fileName} is encrypted or packed in an unusual way`);
    if (entries.has(fileName)) throw new InvalidInputError('ZIP_BROKEN', `The archive has ${fileName} twice`);
    totalBytes += uncompressedSize;
    if (uncompressedSize > MAX_CONTENT_BYTES)
      throw tooLarge(`has a file of more than ${inMb(MAX_CONTENT_BYTES)}`);
    if (totalBytes > MAX_UNPACKED_BYTES) throw tooLarge(`unpacks to more than ${inMb(MAX_UNPACKED_BYTES)}`);
    entries.set(fileName, entry);
  }
  return entries;
}

const inMb = (bytes: number) => `${bytes / 1024 ** 2} MB`;

/** Folders, and what systems leave beside files. */
const isOther = (name: string) =>
  name.endsWith('/') ||
  name.length > MAX_NAME ||
  name.startsWith('__MACOSX/') ||
  /(?:^|\/)\.[^/]*$/.test(name);

async function* unpack(zip: ZipFile, entry: Entry | undefined): AsyncGenerator<Buffer> {
  if (!entry) return;
  let checksum = 0;
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      checksum = crc32(piece, checksum);
      yield piece;
    }
    if (checksum !== entry.crc32) throw new Error(`the checksum of ${entry.fileName} is wrong`);
  } catch (error) {
    throw broken(error);
  }
}

function requireTests(found: number): void {
  if (found > MAX_TESTS) throw tooLarge(`has more than ${MAX_TESTS} tests`);
  if (found > 0) return;
  throw new InvalidInputError(
    'ZIP_WITHOUT_TESTS',
    'No tests by the names of the files: call them 01 and 01.a, 1.in and 1.out, or input1.txt and output1.txt',
  );
}

const tooLarge = (why: string) =>
  new TooLargeError('ZIP_TOO_LARGE', `The archive ${why}: upload it in parts`);

/** Errors of our own stay; those of the reader mean that the archive is damaged. */
function broken(error: unknown): unknown {
  if (error instanceof InvalidInputError || error instanceof TooLargeError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new InvalidInputError('ZIP_BROKEN', `The archive cannot be read: ${reason}`);
}
