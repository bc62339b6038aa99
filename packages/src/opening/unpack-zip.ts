import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { checkEntryName, isClutter } from '#opening/entry-name.ts';
import { type PackageLimits, tooLarge } from '#opening/limits.ts';
import { nameOfEntry } from '#opening/name-encoding.ts';
import { requireDisk } from '#opening/require-disk.ts';
import { UnpackBudget } from '#opening/unpack-budget.ts';
import { PackageError } from '#package-error.ts';

/**
 * Unpacks a zip archive into an existing empty folder.
 *
 * Statements of the archive about itself are not trusted: names are checked before anything is written, bytes are
 * counted while they are inflated, and no two entries may share bytes of the archive, as in the strongest compression
 * bombs. Links are made after everything else, so that nothing is written through one; their targets are checked by
 * `listFolder`.
 *
 * @param archive its path, and its name for messages
 * @param isWanted chooses entries by their names; the whole archive is checked nevertheless
 * @throws {PackageError} when the archive is damaged, hostile or too large; the folder may then contain a part of it
 */
export function unpackZip(
  archive: Archive,
  folder: string,
  limits: PackageLimits,
  isWanted: (name: string) => boolean = () => true,
): Promise<void> {
  return withZip(archive, async (zip) => {
    const all = await readEntries(zip, limits);
    await checkPlaces(zip, all);
    const entries = all.filter(({ fileName }) => isWanted(fileName));
    await checkSum(entries, folder, limits);
    const budget = new UnpackBudget(zip.fileSize, limits);
    const [links, others] = [entries.filter(isLink), entries.filter((entry) => !isLink(entry))];
    for (const entry of others) await unpackEntry(zip, archive, entry, folder, budget);
    for (const entry of links) await makeLink(zip, entry, folder);
  });
}

/**
 * Reads the names of all files and folders in an archive, without unpacking anything.
 *
 * @throws {PackageError} as `unpackZip`
 */
export function listZip(archive: Archive, limits: PackageLimits): Promise<string[]> {
  return withZip(archive, async (zip) => (await readEntries(zip, limits)).map(({ fileName }) => fileName));
}

export interface Archive {
  path: string;
  /** Name known to the author, for messages. */
  name: string;
}

async function withZip<Result>(archive: Archive, use: (zip: ZipFile) => Promise<Result>): Promise<Result> {
  const zip = await openZip(archive);
  try {
    return await use(zip);
  } catch (error) {
    if (error instanceof PackageError || isSystemError(error)) throw error;
    throw damaged(error);
  } finally {
    zip.close();
  }
}

async function openZip({ path: place, name }: Archive): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(place, { autoClose: false, strictFileNames: true });
  } catch (error) {
    if (isSystemError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new PackageError(
      `${name} is no zip archive that can be read: ${reason.replace(/\.$/, '')}. Download it again, or unpack it yourself and name the folder.`,
      { cause: error, code: 'damagedArchive' },
    );
  }
}

function damaged(cause: unknown): PackageError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new PackageError(`The archive cannot be read: ${reason}. Download or pack it again.`, {
    ...{ cause, code: 'damagedArchive' },
  });
}

/**
 * Whether the error is the machine's, such as a full disk or an unreadable archive, and not the author's. zlib's
 * errors have codes too, but are the author's.
 */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

async function readEntries(zip: ZipFile, limits: PackageLimits): Promise<Entry[]> {
  if (zip.entryCount > limits.entries) throw tooMany(limits);
  const entries: Entry[] = [];
  const names = new Set<string>();
  for await (const entry of zip.eachEntry()) {
    entry.fileName = nameOfEntry(entry);
    checkEntryName(entry.fileName, limits);
    checkKind(entry);
    if (entry.fileName.split('/').some(isClutter)) continue;
    const name = entry.fileName.replace(/\/$/, '');
    if (names.has(name)) {
      throw new PackageError(`The archive has two entries called ${name}. Pack the folder again.`);
    }
    names.add(name);
    entries.push(entry);
  }
  expectNothingBeneathLinks(entries);
  return entries;
}

/**
 * Refuses entries whose path leads through a link of the archive. Files are there before links are, but a link, or a folder
 * for it, would otherwise be made where an earlier link leads, which may be anywhere on the machine.
 */
function expectNothingBeneathLinks(entries: readonly Entry[]): void {
  const links = new Set(entries.filter(isLink).map(({ fileName }) => fileName.replace(/\/$/, '')));
  if (links.size === 0) return;
  for (const entry of entries) {
    const parts = entry.fileName.split('/');
    if (parts.some((_, length) => length > 0 && links.has(parts.slice(0, length).join('/'))))
      throw clash(entry);
  }
}

function tooMany(limits: PackageLimits): PackageError {
  return new PackageError(`The archive has more than ${limits.entries} entries. Pack only the problem.`);
}

const FILE_TYPE = 0o170000;
const LINK = 0o120000;
const PLAIN_FILE = 0o100000;
const FOLDER = 0o040000;
/**
 * Largest size in bytes of packers' additions to an entry, usually some dozens; all of it stays in memory while we
 * unpack.
 */
const MAX_EXTRA_BYTES = 1024;

function fileType({ externalFileAttributes }: Entry): number {
  return (externalFileAttributes >>> 16) & FILE_TYPE;
}

const isLink = (entry: Entry) => fileType(entry) === LINK;

function checkKind(entry: Entry): void {
  const name = entry.fileName;
  if (entry.isEncrypted()) throw new PackageError(`${name} is encrypted. Pack without a password.`);
  if (!entry.canDecodeFileData()) {
    throw new PackageError(
      `${name} is packed by method ${entry.compressionMethod}. Pack with the usual "deflate".`,
    );
  }
  if (entry.extraFieldLength + entry.fileCommentLength > MAX_EXTRA_BYTES) {
    throw new PackageError(`${name} carries a long comment in the archive. Pack the folder again.`);
  }
  const type = fileType(entry); // 0 where packed on Windows
  if (type !== 0 && type !== PLAIN_FILE && type !== FOLDER && type !== LINK) {
    throw new PackageError(`${name} is neither a file nor a folder. Leave it out of the archive.`);
  }
}

/** Checks that no two entries share bytes of the archive. */
async function checkPlaces(zip: ZipFile, entries: readonly Entry[]): Promise<void> {
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let end = 0;
  for (const entry of inOrder) {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    if (entry.relativeOffsetOfLocalHeader < end) {
      throw new PackageError(`${entry.fileName} shares its bytes with another entry. Pack the folder again.`);
    }
    end = fileDataStart + entry.compressedSize;
  }
}

/** Refuses at once what the archive itself states to be too large, for the limits or for the disk. */
async function checkSum(entries: readonly Entry[], folder: string, limits: PackageLimits): Promise<void> {
  const bytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (bytes > limits.totalBytes) throw tooLarge('The files of the archive have', limits.totalBytes);
  await requireDisk(folder, bytes);
}

async function unpackEntry(
  zip: ZipFile,
  archive: Archive,
  entry: Entry,
  folder: string,
  budget: UnpackBudget,
): Promise<void> {
  const target = path.join(folder, entry.fileName);
  if (entry.fileName.endsWith('/')) {
    await makeFolder(target, entry);
    return;
  }
  budget.beginFile(entry.fileName, entry.uncompressedSize);
  await makeFolder(path.dirname(target), entry);
  const seen = { bytes: 0, checksum: 0 };
  const stages = [
    await openStored(zip, archive, entry),
    ...(entry.compressionMethod === 0 ? [] : [createInflateRaw({ chunkSize: pieceBytes(entry) })]),
    meterOf(entry, budget, seen),
    createWriteStream(target, { flags: 'wx', mode: 0o600, highWaterMark: PIECE_BYTES }),
  ];
  await pipeline(stages).catch((error) => {
    throw isClash(error) ? clash(entry) : error;
  });
  if (seen.bytes !== entry.uncompressedSize) throw otherSize(entry);
  if (seen.checksum !== entry.crc32) {
    throw new PackageError(
      `${entry.fileName} is damaged: its checksum is wrong. Download or pack the archive again.`,
    );
  }
}

/** Size of the pieces in which entries are read, unpacked and written: the usual ones cost more than their bytes do. */
const PIECE_BYTES = 1024 * 1024;
const pieceBytes = ({ uncompressedSize }: Entry) => Math.min(PIECE_BYTES, Math.max(1024, uncompressedSize));

/** Bytes of an entry as they stand in the archive. */
async function openStored(zip: ZipFile, { path }: Archive, entry: Entry): Promise<Readable> {
  const { compressedSize } = entry;
  if (compressedSize === 0) return Readable.from([]);
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  return createReadStream(path, { start, end: start + compressedSize - 1, highWaterMark: PIECE_BYTES });
}

/** Stage that counts what comes out of an entry, and stops where that is more than the archive states or the budget has. */
function meterOf(entry: Entry, budget: UnpackBudget, seen: { bytes: number; checksum: number }): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen.bytes += chunk.length;
      seen.checksum = crc32(chunk, seen.checksum);
      try {
        budget.spend(chunk.length);
        if (seen.bytes > entry.uncompressedSize) throw otherSize(entry);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

const otherSize = ({ fileName, uncompressedSize }: Entry) =>
  new Error(`${fileName} has not the ${uncompressedSize} bytes that are stated`);

/** Largest length in bytes of a path in Linux. */
const MAX_LINK_BYTES = 4096;

/** Makes a link. It is packed as a file whose content is the target's path. */
async function makeLink(zip: ZipFile, entry: Entry, folder: string): Promise<void> {
  const place = path.join(folder, entry.fileName);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    bytes += chunk.length;
    if (bytes > MAX_LINK_BYTES) break;
    chunks.push(chunk);
  }
  const target = Buffer.concat(chunks).toString('utf8');
  if (bytes === 0 || bytes > MAX_LINK_BYTES || target.includes('\0')) {
    throw new PackageError(`${entry.fileName} is a broken link. Pack the file itself.`);
  }
  await makeFolder(path.dirname(place), entry);
  await symlink(target, place).catch((error) => {
    throw isClash(error) ? clash(entry) : error;
  });
}

async function makeFolder(target: string, entry: Entry): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 }).catch((error) => {
    throw isClash(error) ? clash(entry) : error;
  });
}

function isClash(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['EEXIST', 'ENOTDIR', 'EISDIR'].includes(String(error.code))
  );
}

function clash(entry: Entry): PackageError {
  return new PackageError(
    `${entry.fileName} clashes with another entry of the archive. Pack the folder again.`,
  );
}
