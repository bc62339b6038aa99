import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import {
  BackupError,
  entryOfFile,
  entryOfTable,
  MANIFEST_NAME,
  type Manifest,
  parseManifest,
} from '#backup/manifest.ts';

/** An open archive; entries can be read in any order. */
export interface Backup extends AsyncDisposable {
  manifest: Manifest;
  /**
   * Opens an entry. The stream fails at its end when the content is not what the manifest says.
   *
   * @throws {BackupError} when the archive lacks it
   */
  open(name: string): Promise<Readable>;
}

/** Largest manifest that is read. */
const MANIFEST_MAX_BYTES = 16 * 1024 * 1024;

/** @throws {BackupError} when the file is no backup that can be read */
export async function openBackup(file: string): Promise<Backup> {
  const zip = await openZip(file);
  try {
    const entries = await readEntries(zip);
    const manifest = parseManifest(await readManifest(zip, entries));
    const sums = sumsOf(manifest);
    return {
      manifest,
      open: async (name) => checked(await openEntry(zip, entries, name), name, sums.get(name)),
      [Symbol.asyncDispose]: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/**
 * Reads a whole backup and compares it with its manifest.
 *
 * @throws {BackupError} when an entry is missing or differs
 */
export async function checkBackup(file: string, signal?: AbortSignal): Promise<Manifest> {
  await using backup = await openBackup(file);
  for (const name of sumsOf(backup.manifest).keys()) {
    for await (const _ of await backup.open(name)) signal?.throwIfAborted();
  }
  return backup.manifest;
}

async function openZip(file: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(file, { autoClose: false, strictFileNames: true });
  } catch (error) {
    throw new BackupError(`${file} cannot be read as a backup: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

async function readManifest(zip: ZipFile, entries: Map<string, Entry>): Promise<string> {
  const size = entries.get(MANIFEST_NAME)?.uncompressedSize ?? 0;
  if (size > MANIFEST_MAX_BYTES) throw new BackupError('the manifest of this backup is too large');
  return text(await openEntry(zip, entries, MANIFEST_NAME));
}

async function openEntry(zip: ZipFile, entries: Map<string, Entry>, name: string): Promise<Readable> {
  const entry = entries.get(name);
  if (entry === undefined) throw new BackupError(`the backup is not complete: ${name} is missing`);
  return zip.openReadStreamPromise(entry).catch((error) => {
    throw damaged(name, error);
  });
}

function sumsOf({ tables, files }: Manifest): Map<string, string> {
  return new Map([
    ...tables.map(({ name, sha256 }) => [entryOfTable(name), sha256] as const),
    ...files.map(({ name, sha256 }) => [entryOfFile(name), sha256] as const),
  ]);
}

/** Makes a stream fail at its end when its content has another checksum. */
function checked(source: Readable, name: string, sha256: string | undefined): Readable {
  return Readable.from(withCheck(source, name, sha256), { objectMode: false });
}

async function* withCheck(source: Readable, name: string, sha256: string | undefined) {
  const hash = createHash('sha256');
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw damaged(name, error);
  }
  if (hash.digest('hex') !== sha256) throw damaged(name, new Error('its checksum differs'));
}

const damaged = (name: string, cause: unknown) =>
  new BackupError(`the backup is damaged: ${name}: ${(cause as Error).message}`, { cause });
