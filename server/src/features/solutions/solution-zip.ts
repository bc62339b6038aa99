import { crc32 } from 'node:zlib';
import type { NamedText } from '@balloon/contracts/judging/solution-file-rules.ts';
import {
  MAX_SOLUTION_FILES,
  MAX_SOLUTION_ZIP_BYTES,
  MAX_SOURCE_BYTES,
} from '@balloon/contracts/judging/solution-limits.ts';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import yazl from 'yazl';
import { InvalidInputError, TooLargeError } from '#errors.ts';

/**
 * Reads the files of a solution out of a zip archive that anybody may have made. Sizes are those that the archive states,
 * summed before anything is unpacked, and the reader refuses an entry that unpacks to another size; names are checked by
 * `faultOfFiles`, and nothing is written under them.
 *
 * @throws {InvalidInputError} SOLUTION_ZIP_BROKEN, ZIP_WITH_FOLDERS, ZIP_WITH_LINKS, ZIP_WITHOUT_FILES, FILE_NOT_TEXT;
 *   {TooLargeError} SOURCES_TOO_LARGE, TOO_MANY_FILES
 */
export async function readSolutionZip(archive: Buffer): Promise<NamedText[]> {
  if (archive.length > MAX_SOLUTION_ZIP_BYTES) throw tooLarge();
  const zip = await yauzl.fromBufferPromise(archive, { strictFileNames: true }).catch((error) => {
    throw broken(error);
  });
  try {
    const files: NamedText[] = [];
    for (const entry of await entriesOf(zip)) {
      files.push({ name: entry.fileName, content: await textOf(zip, entry) });
    }
    return files;
  } catch (error) {
    throw broken(error);
  }
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MAX_ENTRIES) throw tooMany();
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (isClutter(entry.fileName)) continue;
    refuseKind(entry);
    entries.push(entry);
  }
  if (entries.length === 0) throw new InvalidInputError('ZIP_WITHOUT_FILES', 'The archive has no files');
  if (entries.length > MAX_SOLUTION_FILES) throw tooMany();
  const bytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (bytes > MAX_SOURCE_BYTES) throw tooLarge();
  return entries;
}

/** Entries with what systems leave beside files. */
const MAX_ENTRIES = 3 * MAX_SOLUTION_FILES;

const isClutter = (name: string) =>
  name.startsWith('__MACOSX/') || name === '.DS_Store' || name === 'Thumbs.db' || name === 'desktop.ini';

const FILE_TYPE = 0o170000;
const PLAIN_FILE = 0o100000;
const FOLDER = 0o040000;

function refuseKind(entry: Entry): void {
  const { fileName, externalFileAttributes } = entry;
  const type = (externalFileAttributes >>> 16) & FILE_TYPE; // 0 where packed on Windows
  if (fileName.includes('/') || type === FOLDER) {
    throw new InvalidInputError(
      'ZIP_WITH_FOLDERS',
      `The archive has a folder or a path, "${shown(fileName)}": pack the files themselves, without folders`,
    );
  }
  if (type !== 0 && type !== PLAIN_FILE) {
    throw new InvalidInputError(
      'ZIP_WITH_LINKS',
      `"${shown(fileName)}" in the archive is a link or something else that is no file: pack the file itself`,
    );
  }
  if (!entry.canDecodeFileData())
    throw new Error(`${shown(fileName)} is encrypted or packed in an unusual way`);
}

const shown = (name: string) => name.slice(0, 100);

async function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  if (crc32(bytes) !== entry.crc32) throw new Error(`the checksum of ${shown(entry.fileName)} is wrong`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = `"${shown(entry.fileName)}" in the archive is no text in UTF-8`;
    throw new InvalidInputError('FILE_NOT_TEXT', text, [], { restParams: { name: entry.fileName } });
  }
}

const tooMany = () =>
  new TooLargeError('TOO_MANY_FILES', `A solution may have at most ${MAX_SOLUTION_FILES} files`, {
    restParams: { most: MAX_SOLUTION_FILES },
  });

const tooLarge = () =>
  new TooLargeError(
    'SOURCES_TOO_LARGE',
    `The files may have at most ${MAX_SOURCE_BYTES / 1024} KB together`,
    {
      restParams: { mostKb: MAX_SOURCE_BYTES / 1024 },
    },
  );

/** Errors of our own stay; those of the reader mean that the archive is damaged, or that its names lead elsewhere. */
function broken(error: unknown): unknown {
  if (error instanceof InvalidInputError || error instanceof TooLargeError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (/relative path|absolute path|invalid characters/.test(reason)) {
    return new InvalidInputError('ZIP_WITH_FOLDERS', `${reason}: pack the files themselves, without folders`);
  }
  return new InvalidInputError('SOLUTION_ZIP_BROKEN', `The archive cannot be read: ${reason}`);
}

/** Packs files of a solution for a download. */
export async function packSolutionZip(files: readonly NamedText[], sentAtMs: number): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const { name, content } of files)
    zip.addBuffer(Buffer.from(content), name, { mtime: new Date(sentAtMs) });
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}
