import path from 'node:path';
import { ADVISORY_LOCKS } from '@balloon/database/advisory-locks.ts';
import type { Manifest } from '@balloon/database/backup/manifest.ts';
import { writeBackup } from '@balloon/database/backup/write-backup.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { createSecretFilter } from '#content/secrets.ts';
import { ConflictError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { type BackupKind, backupName, openBackupFolder } from '#features/backups/backup-folder.ts';
import { requireBackupRoom } from '#features/backups/backup-room.ts';
import { endRun, findNewestRun, noteProgress, startRun } from '#features/backups/backups.queries.ts';
import { listSiteFiles } from '#features/backups/site-files.ts';
import type { Services, User } from '#services.ts';
import ownPackage from '../../../package.json' with { type: 'json' };

/** Shortest time in ms between two records of the progress. */
const TOLD_EVERY_MS = 500;
/** Silence in ms after which a run counts as interrupted: its process died. */
export const RUN_SILENT_AFTER_MS = 30_000;

/** Folder of backups of this process. @throws {ConflictError} BACKUPS_OFF without one */
export function backupFolder({ options }: Services): string {
  if (options.backupDir !== null) return options.backupDir;
  throw new ConflictError('BACKUPS_OFF', 'This web process has no folder for backups');
}

/**
 * Starts a backup on behalf of an admin, which goes on after the answer.
 *
 * @throws {ConflictError} BACKUPS_OFF, BACKUP_NO_ROOM, BACKUP_RUNNING
 * @returns name of the file to come
 */
export async function startBackup(services: Services, admin: User): Promise<{ name: string }> {
  const run = await beginBackup(services, 'manual', admin.id);
  await services.db
    .transaction()
    .execute((tx) =>
      recordChange(tx, admin, { action: 'server.backup', subjectId: null, subjectName: run.name }),
    );
  run.finish().catch(() => undefined); // recorded, and shown by the screen
  return { name: run.name };
}

/**
 * Begins a backup; `finish` makes it and resolves at its end.
 *
 * @throws {ConflictError} BACKUPS_OFF, BACKUP_NO_ROOM, BACKUP_RUNNING
 */
export async function beginBackup(services: Services, kind: BackupKind, startedBy: number | null) {
  const { db, options } = services;
  const folder = backupFolder(services);
  await requireBackupRoom(db, folder, options.dataDir);
  const name = backupName(kind, Date.now());
  const id = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.backupStart})`.execute(tx);
    await refuseSecond(tx);
    return startRun(tx, { kind, fileName: name, startedBy });
  });
  const run = { id, folder, name };
  return { name, finish: () => services.backups.run((signal) => finishBackup(services, run, signal)) };
}

async function refuseSecond(db: Db): Promise<void> {
  const newest = await findNewestRun(db);
  if (!newest || newest.finishedAtMs !== null) return;
  if (newest.silentMs > RUN_SILENT_AFTER_MS) return;
  throw new ConflictError('BACKUP_RUNNING', 'A backup is being made already');
}

interface Run {
  id: number;
  folder: string;
  name: string;
}

async function finishBackup(services: Services, run: Run, signal: AbortSignal): Promise<Manifest> {
  const { patientDb, log, options } = services;
  try {
    await openBackupFolder(run.folder);
    const manifest = await writeBackup({
      databaseUrl: options.databaseUrl,
      file: path.join(run.folder, run.name),
      files: options.dataDir === null ? [] : await listSiteFiles(options.dataDir),
      version: ownPackage.version,
      signal,
      onProgress: tellProgress(services, run.id),
    });
    await endRun(patientDb, run.id, null);
    log.info({ name: run.name }, 'a backup was made and checked');
    return manifest;
  } catch (error) {
    const reason = createSecretFilter(options)(error instanceof Error ? error.message : String(error));
    log.error({ name: run.name, reason }, 'a backup failed');
    await endRun(patientDb, run.id, reason.slice(0, 500)).catch(() => undefined);
    throw error;
  }
}

/** Records the progress now and then; a record that fails does not end the backup. */
function tellProgress({ db, log }: Services, id: number) {
  let toldAtMs = 0;
  return (doneBytes: number, totalBytes: number) => {
    if (performance.now() - toldAtMs < TOLD_EVERY_MS) return;
    toldAtMs = performance.now();
    noteProgress(db, id, doneBytes, totalBytes).catch((error) =>
      log.debug({ err: error }, 'the progress of a backup was not recorded'),
    );
  };
}
