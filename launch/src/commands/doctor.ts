import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '@balloon/contracts/settings/settings.ts';
import { LANGUAGES, NEEDED_LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { Command } from 'commander';
import { examineJudging } from '#doctor/examine-judging.ts';
import { examineMachine } from '#doctor/examine-machine.ts';
import { examineSystems } from '#doctor/examine-systems.ts';
import { reportLines, terminalPaint } from '#doctor/print-report.ts';
import { systemLines } from '#doctor/print-systems.ts';
import type { DoctorReport, LanguageReport } from '#doctor/report.ts';
import { loadSettings } from '#load-settings.ts';
import { say } from '#say.ts';

const EXIT_CANNOT_JUDGE = 1;
const EXIT_SYSTEM_FAILS = 1;
const HOUR_MS = 3_600_000;

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('show what this machine can judge and how to add the rest; needs no running site')
    .option('--json', 'print the report as JSON')
    .option(
      '--systems',
      'look at the outside systems of the site instead: sign in, read a list and a problem; sends nothing',
    )
    .action(({ json = false, systems = false }: { json?: boolean; systems?: boolean }) =>
      systems ? runSystems(json) : runDoctor(json),
    );
}

async function runSystems(isJson: boolean): Promise<void> {
  const reports = await examineSystems(loadSettings(), (name) => {
    if (process.stderr.isTTY) process.stderr.write(`Looking at ${name}…\n`);
  });
  if (isJson) say(JSON.stringify(reports, null, 1));
  else for (const line of systemLines(reports, terminalPaint)) say(line);
  const fails = reports.some(({ findings }) => findings.some(({ failure }) => failure !== null));
  if (fails) process.exitCode = EXIT_SYSTEM_FAILS;
}

async function runDoctor(isJson: boolean): Promise<void> {
  if (process.stderr.isTTY) process.stderr.write('Trying every language in the sandbox…\n');
  const report = await examine(loadSettings());
  if (isJson) say(JSON.stringify(report, null, 1));
  else for (const line of reportLines(report, terminalPaint)) say(line);
  if (!report.canJudge) process.exitCode = EXIT_CANNOT_JUDGE;
}

async function examine({
  databaseUrl,
  databasePoolerUrl,
  databaseReplicaUrls,
  testlibDir,
  sandboxMode,
  ...settings
}: Settings): Promise<DoctorReport> {
  // Imported here, so that other commands start without the libraries of databases.
  const { examineDatabase, examinePooler } = await import('#doctor/examine-database.ts');
  const { examineReplicas } = await import('#doctor/examine-replicas.ts');
  const dataDir = path.resolve(settings.dataDir);
  const folder = path.resolve(testlibDir);
  const database = await examineDatabase(databaseUrl, dataDir);
  const { problems, languages, ...judging } = await examineJudging(dataDir, sandboxMode);
  const lacking = languages.filter(({ key, state }) => NEEDED_LANGUAGES.includes(key) && state !== 'works');
  return {
    canJudge: problems.length === 0 && lacking.length === 0,
    problems: [...problems, ...lacking.map(complaint)],
    machine: await examineMachine(dataDir),
    ...judging,
    database,
    pooler: await examinePooler(databasePoolerUrl, databaseUrl),
    replicas: await examineReplicas(databaseReplicaUrls, databaseUrl),
    backups: { folder: path.resolve(settings.backupDir), newest: await newestBackup(settings.backupDir) },
    testlib: { folder, found: existsSync(path.join(folder, 'testlib.h')) },
    languages,
  };
}

async function newestBackup(folder: string): Promise<DoctorReport['backups']['newest']> {
  const { listBackups } = await import('@balloon/server/features/backups/backup-folder.ts');
  const [newest] = await listBackups(path.resolve(folder));
  return newest ? { name: newest.name, ageHours: (Date.now() - newest.madeAtMs) / HOUR_MS } : null;
}

function complaint({ key, remedy }: LanguageReport): string {
  return `${LANGUAGES[key].name} is needed for any contest: ${remedy}`;
}
