import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { blobSize, readBlobPart } from '@balloon/database/blobs.ts';
import type { Db } from '@balloon/database/connect.ts';
import { zipEntryName } from '@balloon/domain/text/zip-entry-name.ts';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { InvalidInputError, NotFoundError, TooLargeError } from '#errors.ts';

const MAX_ENTRIES = 100_000;
/** Bytes that one query reads. */
const PART_BYTES = 1024 * 1024;

/** Files of a stored archive, which are read one by one without unpacking it. */
export interface BlobZip extends AsyncDisposable {
  /** Names of files, without those of systems and tools. */
  names: readonly string[];
  sizeBytes: number;
  sizeOf(name: string): number;
  /** Hash of names, sizes and checksums: tells whether the files are those of another archive. */
  fingerprint(names: readonly string[]): string;
  /** @throws {TooLargeError} FILES_TOO_LARGE; {InvalidInputError} PACKAGE_BROKEN */
  read(name: string, maxBytes: number): Promise<Buffer>;
}

/**
 * Opens an archive that anybody may have made, where it lies in the database. Names lead nowhere, since nothing is written under
 * them; sizes are those that the archive states, and the reader refuses an entry that unpacks to another size.
 *
 * @throws {NotFoundError} PACKAGE_NOT_FOUND; {InvalidInputError} PACKAGE_BROKEN, PACKAGE_BACKSLASHES; {TooLargeError} FILES_TOO_LARGE
 */
export async function openBlobZip(db: Db, sha256: string): Promise<BlobZip> {
  const sizeBytes = await blobSize(db, sha256);
  if (sizeBytes === undefined)
    throw new NotFoundError('PACKAGE_NOT_FOUND', 'This package is not kept any more: upload it again');
  const zip = await yauzl
    .fromRandomAccessReaderPromise(new BlobReader(db, sha256), sizeBytes, { autoClose: false })
    .catch((error) => {
      throw broken(error);
    });
  try {
    return opened(zip, sizeBytes, await readEntries(zip));
  } catch (error) {
    zip.close();
    throw broken(error);
  }
}

class BlobReader extends yauzl.RandomAccessReader {
  readonly #db: Db;
  readonly #sha256: string;
  /** Part that was read last, by its offset: the next entries of the directory are in it. */
  #kept: { start: number; content: Buffer } = { start: -1, content: Buffer.alloc(0) };

  constructor(db: Db, sha256: string) {
    super();
    this.#db = db;
    this.#sha256 = sha256;
  }

  /** Reads a header. Each entry of the directory has two, and a query for each would take minutes for an archive of many files. */
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#fill(buffer.subarray(offset, offset + length), position).then(
      // In a turn of its own, so that a hundred thousand entries hold up nobody.
      (bytesRead) => setImmediate(callback, null, bytesRead),
      (error: Error) => setImmediate(callback, error),
    );
  }

  /** @returns how many bytes there are; fewer than asked for at the end of the archive */
  async #fill(target: Buffer, from: number): Promise<number> {
    let filled = 0;
    while (filled < target.length) {
      const at = from + filled;
      const start = at - (at % PART_BYTES);
      if (this.#kept.start !== start) {
        this.#kept = { start, content: await readBlobPart(this.#db, this.#sha256, start, PART_BYTES) };
      }
      const copied = this.#kept.content.copy(target, filled, at - start);
      if (copied === 0) break;
      filled += copied;
    }
    return filled;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#parts(start, end));
  }

  async *#parts(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += PART_BYTES) {
      yield await readBlobPart(this.#db, this.#sha256, at, Math.min(PART_BYTES, end - at));
    }
  }
}

function opened(zip: ZipFile, sizeBytes: number, entries: ReadonlyMap<string, Entry>): BlobZip {
  return {
    names: [...entries.keys()],
    sizeBytes,
    sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
    fingerprint(names) {
      const facts = names.toSorted().map((name) => {
        const entry = entries.get(name);
        return [name, entry?.uncompressedSize, entry?.crc32];
      });
      return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
    },
    async read(name, maxBytes) {
      const entry = entries.get(name);
      if (!entry) throw new InvalidInputError('PACKAGE_BROKEN', `The archive has no ${name}`);
      if (entry.uncompressedSize > maxBytes)
        throw new TooLargeError('FILES_TOO_LARGE', `${name} may have ${maxBytes} bytes`);
      try {
        return await whole(await zip.openReadStreamPromise(entry));
      } catch (error) {
        throw broken(error);
      }
    },
    [Symbol.asyncDispose]: async () => zip.close(),
  };
}

async function whole(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES)
    throw new TooLargeError('FILES_TOO_LARGE', `The archive has more than ${MAX_ENTRIES} entries`);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const fileName = nameOf(entry);
    if (fileName.endsWith('/') || fileName.split('/').some(isClutter)) continue;
    if (!entry.canDecodeFileData() || entries.has(fileName))
      throw new InvalidInputError('PACKAGE_BROKEN', `${fileName} is encrypted, or in the archive twice`);
    entries.set(fileName, entry);
  }
  return entries;
}

const BACKSLASH = 0x5c;

/** The name as judges read it, to whom parts of the archive are named. */
function nameOf(entry: Entry): string {
  const name = zipEntryName(entry, yauzl.getFileNameLowLevel(0, entry.fileNameRaw, [], false));
  if (!entry.fileNameRaw.includes(BACKSLASH)) return name; // the library has made slashes of them
  throw new InvalidInputError(
    'PACKAGE_BACKSLASHES',
    `Parts of a path must be separated by "/", not by "\\", as in ${name}: pack the contest with another program`,
  );
}

const isClutter = (name: string) => name === '__MACOSX' || name === '.DS_Store' || name.startsWith('._');

function broken(error: unknown): unknown {
  const isOwn = error instanceof InvalidInputError || error instanceof TooLargeError;
  if (isOwn || !(error instanceof Error) || 'severity' in error) return error; // the last: of the database
  return new InvalidInputError('PACKAGE_BROKEN', `The archive cannot be read: ${error.message}`);
}
