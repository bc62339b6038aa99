import { startChores } from '#chores.ts';
import { listBackups, openBackupFolder, removeOldBackups } from '#features/backups/backup-folder.ts';
import { findInstalledAtMs } from '#features/backups/backups.queries.ts';
import { backupFolder, beginBackup } from '#features/backups/make-backup.ts';
import type { Services } from '#services.ts';

/** Pause in ms between two looks at the schedule. */
const ROUND_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Starts scheduled backups; admins may change the schedule while the process runs. Returns the function that stops the schedule. */
export function startBackupChores(services: Services): () => void {
  if (services.options.backupDir === null) return () => {};
  const round = () => doBackupChores(services);
  return startChores(services, ROUND_MS, round, 'no scheduled backup; the next round tries again');
}

/**
 * Makes a backup when the newest one is older than the settings allow, and removes old ones. A fresh installation
 * waits a whole interval for its first one.
 *
 * @returns whether a backup was made
 * @throws {ConflictError} BACKUP_NO_ROOM, BACKUP_RUNNING
 */
export async function doBackupChores(services: Services): Promise<boolean> {
  const { backupEveryHours, backupKeep } = services.options;
  if (backupEveryHours === 0) return false;
  const folder = backupFolder(services);
  const [newest] = await listBackups(folder);
  const sinceMs = newest?.madeAtMs ?? (await findInstalledAtMs(services.db));
  if (Date.now() - sinceMs < backupEveryHours * HOUR_MS) return false;
  await openBackupFolder(folder);
  const { finish } = await beginBackup(services, 'scheduled', null);
  await finish();
  for (const name of await removeOldBackups(folder, backupKeep)) {
    services.log.info({ name }, 'removed an old backup');
  }
  return true;
}
