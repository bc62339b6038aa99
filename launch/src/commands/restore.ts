import { createWriteStream, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Settings } from '@balloon/contracts/settings/settings.ts';
import { entryOfFile } from '@balloon/database/backup/manifest.ts';
import type { Backup } from '@balloon/database/backup/read-backup.ts';
import { Command } from 'commander';
import { summaryOf } from '#commands/backup.ts';
import { prepareDatabase } from '#database/database-ready.ts';
import { startPostgres } from '#database/postgres.ts';
import { lockDataDir, openDataDir } from '#files/data-dir.ts';
import { loadSettings } from '#load-settings.ts';
import { progressLine } from '#reports/progress-line.ts';
import { say } from '#say.ts';
import { StartError } from '#start-error.ts';

interface CommandOptions {
  force?: boolean;
  check?: boolean;
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('fill an empty site from a backup, while it does not run')
    .argument('<file>', 'archive that the command backup made')
    .option('--force', 'replace everything that the site has')
    .option('--check', 'only read the archive and compare it with its checksums')
    .action((file: string, options: CommandOptions) => restore(file, options));
}

async function restore(file: string, { force = false, check = false }: CommandOptions): Promise<void> {
  const { BackupError } = await import('@balloon/database/backup/manifest.ts');
  const { checkBackup, openBackup } = await import('@balloon/database/backup/read-backup.ts');
  try {
    const manifest = await checkBackup(file);
    const madeAt = new Date(manifest.madeAtMs).toISOString();
    if (check) return say(`${file}: whole; Balloon ${manifest.version}, ${madeAt}, ${summaryOf(manifest)}`);
    await using backup = await openBackup(file);
    await restoreSite(backup, loadSettings(), force);
    say(`Restored the site of ${madeAt}: ${summaryOf(manifest)}.`);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new StartError(`not restored: ${error.message}`, { cause: error });
  }
}

async function restoreSite(backup: Backup, settings: Settings, isForced: boolean): Promise<void> {
  const dataDir = openDataDir(settings.dataDir);
  const lock = lockDataDir(dataDir);
  try {
    const files = await filesToWrite(backup, dataDir, isForced);
    await using database = await openDatabase(settings, dataDir);
    const { restoreDatabase } = await import('@balloon/database/backup/restore-database.ts');
    const line = progressLine();
    await restoreDatabase(backup, {
      databaseUrl: database.url,
      isForced,
      onProgress: (done, all) => line.show(`restoring: table ${done} of ${all}`),
    }).finally(() => line.clear());
    await prepareDatabase(database.url);
    for (const name of files) await writeFile(backup, dataDir, name);
    if (isForced) await removeOthers(dataDir, files);
  } finally {
    lock.release();
  }
}

async function openDatabase({ databaseUrl, databasePort }: Settings, dataDir: string) {
  if (databaseUrl !== null) return { url: databaseUrl, async [Symbol.asyncDispose]() {} };
  const server = await startPostgres({ dataDir, port: databasePort });
  return { url: server.url, [Symbol.asyncDispose]: server.stop };
}

/** Names of the files to be written; none outside of what a backup takes, and none that is there, unless forced. */
async function filesToWrite({ manifest }: Backup, dataDir: string, isForced: boolean): Promise<string[]> {
  const { isSiteFile } = await import('@balloon/server/features/backups/site-files.ts');
  const names = manifest.files.map(({ name }) => name);
  const stranger = names.find((name) => !isSiteFile(name));
  if (stranger)
    throw new StartError(`not restored: the backup has a file ${stranger}, which no backup takes`);
  const present = names.find((name) => existsSync(path.join(dataDir, name)));
  if (present && !isForced) {
    throw new StartError(
      `not restored: ${path.join(dataDir, present)} is there already; --force replaces it`,
    );
  }
  return names;
}

/**
 * Removes files of the site that was there before. Secrets stay: a backup lacks those that its site had in the
 * environment.
 */
async function removeOthers(dataDir: string, restored: readonly string[]): Promise<void> {
  const { listSiteFiles } = await import('@balloon/server/features/backups/site-files.ts');
  const others = (await listSiteFiles(dataDir)).filter(({ name }) => !restored.includes(name));
  for (const { name, path: file } of others) if (!name.startsWith('secrets/')) rmSync(file);
}

async function writeFile(backup: Backup, dataDir: string, name: string): Promise<void> {
  const file = path.join(dataDir, name);
  mkdirSync(path.dirname(file), { recursive: true });
  const mode = name.startsWith('secrets/') ? 0o600 : 0o644;
  await pipeline(await backup.open(entryOfFile(name)), createWriteStream(file, { mode }));
}
