import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { StoredBackup } from '@balloon/contracts/site/backups.ts';

export type BackupKind = 'manual' | 'scheduled';

/** Names such as `balloon-20261122-155500-manual.zip`: sorted by name they are sorted by time. */
const NAME = /^balloon-\d{8}-\d{6}-(manual|scheduled)\.zip$/;

/** Ending of a backup that is being written, see `writeBackup`. */
const DRAFT = '.partial';
const ABANDONED_AFTER_MS = 3_600_000;

/** Whether a name is one that Balloon gives; no other file of the folder is shown, sent or deleted. */
export const isBackupName = (name: string): boolean => NAME.test(name);

export function backupName(kind: BackupKind, atMs: number): string {
  const [date = '', time = ''] = new Date(atMs).toISOString().split(/[T.]/);
  return `balloon-${date.replaceAll('-', '')}-${time.replaceAll(':', '')}-${kind}.zip`;
}

/** Lists complete backups, the newest first; none while the folder is missing. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter(isBackupName).sort().reverse();
  const backups: StoredBackup[] = [];
  for (const name of names) {
    const found = await stat(path.join(folder, name)).catch(() => null);
    if (!found) continue; // deleted since the folder was read
    const { size, mtimeMs } = found;
    const kind = NAME.exec(name)?.[1] === 'manual' ? 'manual' : 'scheduled';
    backups.push({ name, kind, sizeBytes: size, madeAtMs: Math.round(mtimeMs) });
  }
  return backups;
}

/**
 * Makes the folder, readable for its owner only: a backup holds hashes of passwords and the judges' token. What a process has left
 * in it that ended while it wrote a backup is removed; one at work writes all the time.
 */
export async function openBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    if (!name.endsWith(DRAFT) || !isBackupName(name.slice(0, -DRAFT.length))) continue;
    const draft = path.join(folder, name);
    const found = await stat(draft).catch(() => null);
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(draft, { force: true });
  }
}

/**
 * Removes the oldest scheduled backups beyond the number to keep. Those made by hand stay.
 *
 * @returns names of removed files
 */
export async function removeOldBackups(folder: string, keep: number): Promise<string[]> {
  const scheduled = (await listBackups(folder)).filter(({ kind }) => kind === 'scheduled');
  const old = scheduled.slice(keep).map(({ name }) => name);
  for (const name of old) await rm(path.join(folder, name), { force: true });
  return old;
}
