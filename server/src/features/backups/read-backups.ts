import { createReadStream, type ReadStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { BackupState } from '@balloon/contracts/site/backups.ts';
import { NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { isBackupName, listBackups } from '#features/backups/backup-folder.ts';
import { findNewestRun } from '#features/backups/backups.queries.ts';
import { backupFolder, RUN_SILENT_AFTER_MS } from '#features/backups/make-backup.ts';
import type { Services, User } from '#services.ts';

/** Reads the list of backups, the newest run with its progress, and the schedule. */
export async function readBackups({ db, options }: Services): Promise<BackupState> {
  const { backupDir, backupEveryHours, backupKeep } = options;
  const run = await findNewestRun(db);
  return {
    isOn: backupDir !== null,
    folder: backupDir,
    everyHours: backupDir === null ? 0 : backupEveryHours,
    keep: backupKeep,
    backups: backupDir === null ? [] : await listBackups(backupDir),
    newestRun: run
      ? { ...run, isRunning: run.finishedAtMs === null && run.silentMs < RUN_SILENT_AFTER_MS }
      : null,
  };
}

/**
 * Opens a backup for sending. The log has who took it before its first byte leaves, since it holds all of the site.
 *
 * @throws {NotFoundError} BACKUP_NOT_FOUND
 */
export async function openStoredBackup(
  services: Services,
  admin: User,
  name: string,
): Promise<{ content: ReadStream; sizeBytes: number }> {
  const file = await findFile(services, name);
  const { size } = await stat(file);
  await services.db.transaction().execute(async (tx) => {
    await recordChange(tx, admin, {
      action: 'server.downloadBackup',
      subjectId: null,
      subjectName: name,
    });
  });
  return { content: createReadStream(file), sizeBytes: size };
}

/** Deletes a backup. @throws {NotFoundError} BACKUP_NOT_FOUND */
export async function deleteBackup(services: Services, admin: User, name: string): Promise<void> {
  const file = await findFile(services, name);
  await services.db.transaction().execute(async (tx) => {
    await recordChange(tx, admin, { action: 'server.deleteBackup', subjectId: null, subjectName: name });
    await unlink(file).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? backupNotFound() : error; // another admin has deleted it just now
    });
  });
}

/** Path of a backup; the form of its name keeps it inside of the folder. */
async function findFile(services: Services, name: string): Promise<string> {
  const folder = backupFolder(services);
  const backups = isBackupName(name) ? await listBackups(folder) : [];
  if (backups.some((backup) => backup.name === name)) return path.join(folder, name);
  throw backupNotFound();
}

const backupNotFound = () => new NotFoundError('BACKUP_NOT_FOUND', 'There is no such backup');
