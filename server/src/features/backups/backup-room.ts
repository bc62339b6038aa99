import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { ConflictError } from '#errors.ts';

/** Bytes of a backup for each of its database, at most: COPY writes bytes as digits, which pack to 1.084 of what they were. */
const LARGEST_RATIO = 1.15;
/** Disk that backups leave free where the data directory lies on it: a database whose disk is full stops the contest. */
const RESERVE_BYTES = 2 * 1024 ** 3;
const MIB = 1024 ** 2;

/** Free bytes without which no backup is begun. */
export const roomForBackup = (databaseBytes: number, isOnDiskOfData: boolean): number =>
  Math.ceil(LARGEST_RATIO * databaseBytes) + (isOnDiskOfData ? RESERVE_BYTES : 0);

/**
 * Refuses a backup that its disk may not take, before any of it is written. A disk that cannot be asked is tried.
 *
 * @param folder where the backup goes; it may not be there yet
 * @param dataDir null where the process has none
 * @throws {ConflictError} BACKUP_NO_ROOM
 */
export async function requireBackupRoom(db: Db, folder: string, dataDir: string | null): Promise<void> {
  const disk = await readDisk(folder);
  if (disk === null) return;
  const isOnDiskOfData = dataDir !== null && (await readDisk(dataDir))?.device === disk.device;
  const needed = roomForBackup(await readDatabaseBytes(db), isOnDiskOfData);
  if (disk.freeBytes >= needed) return;
  throw new ConflictError(
    'BACKUP_NO_ROOM',
    `A backup needs ${Math.ceil(needed / MIB)} MB on the disk of ${folder}, which has ${Math.floor(disk.freeBytes / MIB)} MB free: free some of it, or set BACKUP_DIR to another disk`,
  );
}

async function readDatabaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

interface Disk {
  freeBytes: number;
  device: number;
}

/** The disk on which a folder lies or will lie; null when that is not known. */
async function readDisk(folder: string): Promise<Disk | null> {
  try {
    const [{ bavail, bsize }, { dev }] = await Promise.all([statfs(folder), stat(folder)]);
    return { freeBytes: bavail * bsize, device: dev };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? readDisk(path.dirname(folder)) : null;
  }
}
