import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { ImportContestReport } from '@balloon/contracts/contests/contest-import.ts';
import { Command, InvalidArgumentError } from 'commander';
import { openSiteDatabase } from '#database/site-database.ts';
import { zipOfFolder } from '#files/zip-of-folder.ts';
import { loadSettings } from '#load-settings.ts';
import { printContestReport } from '#reports/print-contest-report.ts';
import { say, warn } from '#say.ts';
import { StartError } from '#start-error.ts';

interface CommandOptions {
  dryRun?: true;
  contest?: number;
  setPasswords?: true;
  json?: true;
}

const EXIT_NOTHING_IMPORTED = 1;

/** Command that imports a whole contest package into the site of this machine. */
export function importContestCommand(): Command {
  return new Command('import-contest')
    .description(
      'import a contest package of the ICPC into the site of this machine; its judges build the problems',
    )
    .argument('<package>', 'zip file or folder with contest.json or contest.yaml')
    .option('--dry-run', 'only say what would happen')
    .option('--contest <id>', 'change this contest; otherwise that of the package’s id, or make one', parseId)
    .option('--set-passwords', 'give accounts that exist the passwords of the files, too')
    .option('--json', 'print the report as a JSON document')
    .action((place: string, options: CommandOptions) => importPackage(place, options));
}

async function importPackage(place: string, options: CommandOptions): Promise<void> {
  const stats = await stat(place).catch(() => null);
  if (!stats) throw new StartError(`there is no file or folder ${place}`);
  const settings = loadSettings();
  const { connect } = await import('@balloon/database/connect.ts');
  const { storeBlobStream } = await import('@balloon/database/blobs.ts');
  const { importContest } = await import('@balloon/server/features/contest-import/import-contest.ts');
  await using database = await openSiteDatabase(settings, { migrates: true });
  const { db, close } = connect(database.url);
  await using _connection = { [Symbol.asyncDispose]: close };
  const content = stats.isDirectory() ? await zipOfFolder(place) : createReadStream(place);
  const { sha256 } = await storeBlobStream(db, content);
  const fileName = path.basename(path.resolve(place));
  const wanted = {
    ...{ sha256, fileName: stats.isDirectory() ? `${fileName}.zip` : fileName },
    ...{ contestId: options.contest ?? null, setsPasswords: options.setPasswords ?? false },
  };
  const run = (dryRun: boolean) => importContest({ db, log: { info() {} } }, null, { ...wanted, dryRun });
  const planned = await toldErrors(run(true));
  const isWrong = planned.faults.some(({ isError }) => isError);
  const report = isWrong || options.dryRun ? planned : await toldErrors(run(false));
  if (options.json) say(JSON.stringify(report, null, 1));
  else printContestReport(report);
  if (!isWrong) return;
  warn('the package has errors, so nothing was imported');
  process.exitCode = EXIT_NOTHING_IMPORTED;
}

/** Errors of the site, such as a broken archive, in the words of the command line. */
async function toldErrors(running: Promise<ImportContestReport>): Promise<ImportContestReport> {
  const { ServiceError } = await import('@balloon/server/errors.ts');
  try {
    return await running;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new StartError(error.message, { cause: error });
  }
}

function parseId(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('expected the number of a contest');
  return Number(text);
}
