/*
 * Theory of operation. A backup is a zip archive, so that it can be opened without Balloon: each table as PostgreSQL's
 * COPY writes it (`tables/NAME.copy`), files of the data directory (`files/…`), and `manifest.json`, written last,
 * with the migrations that had run, the columns, and a checksum of each entry. All tables are read in one snapshot, so
 * a backup of a running site is one moment of it. The dump programs of PostgreSQL do not come with the embedded server,
 * and those of a machine may be older than the server; COPY is the server's own.
 */

export const MANIFEST_NAME = 'manifest.json';
export const BACKUP_FORMAT = 1;

export interface BackedTable {
  name: string;
  columns: string[];
  rows: number;
  bytes: number;
  sha256: string;
}

export interface BackedSequence {
  name: string;
  value: number;
  /** Whether the next number is the one after `value`. */
  isCalled: boolean;
}

export interface BackedFile {
  /** Path in the data directory, with slashes. */
  name: string;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  format: typeof BACKUP_FORMAT;
  /** Version of Balloon that made it. */
  version: string;
  madeAtMs: number;
  /** Migrations that had run, in order. */
  schema: string[];
  tables: BackedTable[];
  sequences: BackedSequence[];
  files: BackedFile[];
}

/** A backup cannot be used, or there is something where it should go; the message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export const entryOfTable = (name: string) => `tables/${name}.copy`;
export const entryOfFile = (name: string) => `files/${name}`;

/** @throws {BackupError} when the text is no manifest that this version reads */
export function parseManifest(text: string): Manifest {
  const manifest = readJson(text) as Partial<Manifest> | null;
  if (typeof manifest !== 'object' || manifest === null || typeof manifest.format !== 'number') {
    throw new BackupError('this archive is no backup of Balloon: its manifest cannot be read');
  }
  if (manifest.format !== BACKUP_FORMAT) {
    throw new BackupError(`this backup has the format ${manifest.format}: restore it with a newer Balloon`);
  }
  const lists = [manifest.schema, manifest.tables, manifest.sequences, manifest.files];
  if (!lists.every(Array.isArray)) throw new BackupError('the manifest of this backup is not complete');
  return manifest as Manifest;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
