import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ZipFile } from 'yazl';
import { ADVISORY_LOCKS } from '#advisory-locks.ts';
import {
  BACKUP_FORMAT,
  type BackedFile,
  type BackedSequence,
  type BackedTable,
  BackupError,
  entryOfFile,
  entryOfTable,
  MANIFEST_NAME,
  type Manifest,
} from '#backup/manifest.ts';
import { checkBackup } from '#backup/read-backup.ts';

export interface BackupOptions {
  databaseUrl: string;
  /** Archive to be made; it gets this name when it is complete and checked. */
  file: string;
  /** Files of the data directory: names in it, and where they are. */
  files: readonly { name: string; path: string }[];
  /** Version of Balloon. */
  version: string;
  /** Ends it; what was written so far is removed. */
  signal?: AbortSignal;
  /** Receives the bytes read so far and an estimate of all. */
  onProgress?: (doneBytes: number, totalBytes: number) => void;
}

/** Tables without content worth keeping: `migration` is in the manifest, processes tell of themselves. */
const LEFT_OUT = ['migration', 'web_process'];

/**
 * Writes all tables, in one snapshot, and files into one archive, and checks it by reading it again.
 *
 * @throws {BackupError} when another backup runs, or the archive does not read back as it was written
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    application_name: 'balloon-backup',
  });
  client.on('error', () => {}); // the query that runs reports it
  await client.connect();
  try {
    await lockBackups(client); // first: until then the draft may be that of the backup that runs
    return await writeChecked(client, options);
  } finally {
    await client.end();
  }
}

/** Writes the archive under another name until it is checked; nothing stays of one that failed. */
async function writeChecked(client: pg.Client, options: BackupOptions): Promise<Manifest> {
  const draft = `${options.file}.partial`;
  const { signal } = options;
  const cutOff = () => void client.end(); // also a query that waits
  signal?.addEventListener('abort', cutOff);
  try {
    signal?.throwIfAborted();
    await rm(draft, { force: true });
    const manifest = await writeArchive(client, draft, options);
    await checkBackup(draft, signal);
    signal?.throwIfAborted();
    await rename(draft, options.file);
    return manifest;
  } catch (error) {
    await rm(draft, { force: true });
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', cutOff);
  }
}

async function lockBackups(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    ADVISORY_LOCKS.backup,
  ]);
  if (!rows[0]?.taken) throw new BackupError('another backup is being made: wait until it is done');
}

async function writeArchive(client: pg.Client, draft: string, options: BackupOptions): Promise<Manifest> {
  await client.query('begin isolation level repeatable read read only');
  await client.query('set local statement_timeout = 0');
  const tables = await listTables(client);
  const manifest: Manifest = {
    format: BACKUP_FORMAT,
    version: options.version,
    madeAtMs: Date.now(),
    schema: await listMigrations(client),
    tables: [],
    sequences: [],
    files: [],
  };
  const progress = countProgress(tables, options);
  const archive = openArchive(draft, options.signal);
  for (const { name, columns } of tables) {
    archive.add(entryOfTable(name), () => {
      const source = client.query(
        copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`),
      );
      return measured(source, progress, (sum) =>
        manifest.tables.push({ name, columns, rows: source.rowCount, ...sum } satisfies BackedTable),
      );
    });
  }
  for (const { name, path } of options.files) {
    archive.add(entryOfFile(name), () =>
      measured(createReadStream(path), progress, (sum) =>
        manifest.files.push({ name, ...sum } satisfies BackedFile),
      ),
    );
  }
  archive.add(MANIFEST_NAME, () => Readable.from(finishManifest(client, manifest)));
  await archive.finish();
  await client.query('commit');
  return manifest;
}

/** Reads the sequences last: they are not part of the snapshot and must not be behind it. */
async function* finishManifest(client: pg.Client, manifest: Manifest) {
  manifest.sequences = await listSequences(client);
  yield Buffer.from(JSON.stringify(manifest, null, 1));
}

interface TableToCopy {
  name: string;
  columns: string[];
  /** Size on disk, for the progress. */
  bytes: number;
}

async function listTables(client: pg.Client): Promise<TableToCopy[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; bytes: string }>(
    `select class.relname as name, pg_table_size(class.oid) as bytes,
       (
         select array_agg(attname::text order by attnum) from pg_attribute
         where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
       ) as columns
     from pg_class as class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> all($1)
     order by relname`,
    [LEFT_OUT],
  );
  return rows.map(({ bytes, ...table }) => ({ ...table, bytes: Number(bytes) }));
}

/** @throws {BackupError} when there are none, since no Balloon has started on the database */
async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query<{ isThere: boolean }>(
    `select to_regclass('migration') is not null as "isThere"`,
  );
  if (!found[0]?.isThere) throw new BackupError('the database is empty');
  const { rows } = await client.query<{ name: string }>('select name from migration order by name');
  return rows.map(({ name }) => name);
}

async function listSequences(client: pg.Client): Promise<BackedSequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`,
  );
  const sequences: BackedSequence[] = [];
  for (const { name } of rows) {
    const { rows: states } = await client.query<{ value: string; called: boolean }>(
      `select last_value as value, is_called as called from ${quoted(name)}`,
    );
    for (const { value, called } of states) sequences.push({ name, value: Number(value), isCalled: called });
  }
  return sequences;
}

/** Opens the archive that is written; entries are read one after the other, in the order in which they were added. */
function openArchive(draft: string, signal: AbortSignal | undefined) {
  signal?.throwIfAborted(); // it tells of its end once, and not later
  const zip = new ZipFile();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  zip.on('error', failed.reject);
  const abort = () => failed.reject(signal?.reason);
  signal?.addEventListener('abort', abort);
  return {
    add(name: string, open: () => Readable) {
      zip.addReadStreamLazy(name, { mode: 0o100600 }, (give) => {
        // The archive does not listen, and an error that nobody hears ends the process.
        give(null, open().on('error', failed.reject));
      });
    },
    async finish() {
      zip.end();
      const written = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
      try {
        await Promise.race([pipeline(zip.outputStream, written), failed.promise]);
      } finally {
        signal?.removeEventListener('abort', abort);
        written.destroy();
      }
    },
  };
}

interface Sum {
  bytes: number;
  sha256: string;
}

/** Passes data on and reports size and checksum before the end reaches the archive. */
function measured(source: Readable, onBytes: (bytes: number) => void, onEnd: (sum: Sum) => void): Readable {
  const hash = createHash('sha256');
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      onBytes(chunk.length);
      done(null, chunk);
    },
    flush(done) {
      onEnd({ bytes, sha256: hash.digest('hex') });
      done();
    },
  });
  source.on('error', (error) => meter.destroy(error));
  return source.pipe(meter);
}

function countProgress(tables: readonly TableToCopy[], { onProgress }: BackupOptions) {
  const estimate = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  return (bytes: number) => {
    done += bytes;
    onProgress?.(done, Math.max(done, estimate));
  };
}

export const quoted = (name: string) => pg.escapeIdentifier(name);
