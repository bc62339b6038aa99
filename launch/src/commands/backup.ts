import path from 'node:path';
import type { BackedFile } from '@balloon/database/backup/manifest.ts';
import { Command } from 'commander';
import { openSiteDatabase } from '#database/site-database.ts';
import { openDataDir } from '#files/data-dir.ts';
import { loadSettings } from '#load-settings.ts';
import { progressLine } from '#reports/progress-line.ts';
import { say } from '#say.ts';
import { StartError } from '#start-error.ts';
import ownPackage from '../../package.json' with { type: 'json' };

export function backupCommand(): Command {
  return new Command('backup')
    .description('write the whole site into one file, also while it runs')
    .argument('[file]', 'archive to be made (default: a new one in BACKUP_DIR)')
    .action((file?: string) => makeBackup(file));
}

async function makeBackup(wanted: string | undefined): Promise<void> {
  const settings = loadSettings();
  const dataDir = openDataDir(settings.dataDir);
  const { connect } = await import('@balloon/database/connect.ts');
  const { writeBackup } = await import('@balloon/database/backup/write-backup.ts');
  const { backupName, openBackupFolder } = await import('@balloon/server/features/backups/backup-folder.ts');
  const { requireBackupRoom } = await import('@balloon/server/features/backups/backup-room.ts');
  const { listSiteFiles } = await import('@balloon/server/features/backups/site-files.ts');
  const file = path.resolve(wanted ?? path.join(settings.backupDir, backupName('manual', Date.now())));
  await using database = await openSiteDatabase(settings, { migrates: false });
  const { db, close } = connect(database.url, { maxConnections: 1 });
  await using _connection = { [Symbol.asyncDispose]: close };
  const line = progressLine();
  try {
    await requireBackupRoom(db, path.dirname(file), dataDir);
    await openBackupFolder(path.dirname(file));
    const manifest = await writeBackup({
      databaseUrl: database.url,
      file,
      files: await listSiteFiles(dataDir),
      version: ownPackage.version,
      onProgress: (done, total) => line.show(`backup: ${Math.floor((100 * done) / Math.max(total, 1))} %`),
    });
    line.clear();
    say(`${file}: ${summaryOf(manifest)}; checked`);
  } catch (error) {
    line.clear();
    throw new StartError(`no backup: ${(error as Error).message}`, { cause: error });
  }
}

/** Numbers of what a backup holds, for the operator. */
export function summaryOf({ tables, files }: { tables: { rows: number }[]; files: BackedFile[] }): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${tables.length} tables, ${rows} rows, ${files.length} files`;
}
