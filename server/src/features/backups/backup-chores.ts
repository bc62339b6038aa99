import { startChores } from '#chores.ts';
import { listBackups, openBackupFolder, removeOldBackups } from '#features/backups/backup-folder.ts';
import { findInstalledAtMs, findNewestRun } from '#features/backups/backups.queries.ts';
import { backupFolder, beginBackup } from '#features/backups/make-backup.ts';
import type { Services } from '#services.ts';

/** Pause in ms between two looks at the schedule. */
const ROUND_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Pause in ms after a backup that failed, maybe after hours of reading and writing. */
const AFTER_FAILURE_MS = HOUR_MS;
/** Time in ms by which the clock of another machine that writes into the folder may be ahead. */
const CLOCK_AHEAD_MS = HOUR_MS;

/** Starts scheduled backups; admins may change the schedule while the process runs. Returns the function that stops the schedule. */
export function startBackupChores(services: Services): () => void {
  if (services.options.backupDir === null) return () => {};
  const round = () => doBackupChores(services);
  return startChores(services, ROUND_MS, round, 'no scheduled backup; the next round tries again');
}

/**
 * Makes a backup when the newest one is older than the settings allow, and removes old ones. A fresh installation
 * waits a whole interval for its first one, and each failure, of a backup by hand too, puts the next try off.
 *
 * @returns whether a backup was made
 * @throws {ConflictError} BACKUP_NO_ROOM, BACKUP_RUNNING
 */
export async function doBackupChores(services: Services): Promise<boolean> {
  const { backupEveryHours, backupKeep } = services.options;
  if (backupEveryHours === 0) return false;
  const folder = backupFolder(services);
  if (!(await isDue(services, folder)) || (await failedLately(services))) return false;
  await openBackupFolder(folder);
  const { finish } = await beginBackup(services, 'scheduled', null);
  await finish();
  for (const name of await removeOldBackups(folder, backupKeep)) {
    services.log.info({ name }, 'removed an old backup');
  }
  return true;
}

async function isDue({ db, options }: Services, folder: string): Promise<boolean> {
  const nowMs = Date.now();
  // A backup that was made while the clock stood in the future would hold up all others until then.
  const newest = (await listBackups(folder)).find(({ madeAtMs }) => madeAtMs < nowMs + CLOCK_AHEAD_MS);
  const sinceMs = newest?.madeAtMs ?? (await findInstalledAtMs(db));
  return nowMs - sinceMs >= options.backupEveryHours * HOUR_MS;
}

/** Whether the newest backup failed or was cut off a short time ago; one that is being made counts, too. */
async function failedLately({ db }: Services): Promise<boolean> {
  const run = await findNewestRun(db);
  if (!run || (run.finishedAtMs !== null && run.failure === null)) return false;
  return run.silentMs < AFTER_FAILURE_MS;
}
