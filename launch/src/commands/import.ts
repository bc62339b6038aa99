import path from 'node:path';
import { packageMaxBytes } from '@balloon/contracts/judging/package-import.ts';
import type { PackageReport } from '@balloon/contracts/judging/package-report.ts';
import type { Settings } from '@balloon/contracts/settings/settings.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { OpenWorkshop } from '@balloon/judge/workshop/open-workshop.ts';
import type { ImportOutcome } from '@balloon/server/features/packages/import-built-package.ts';
import { Command, InvalidArgumentError } from 'commander';
import { openSiteDatabase } from '#database/site-database.ts';
import { openDataDir } from '#files/data-dir.ts';
import { DOWNLOAD_WITHIN_MS, downloadPackage } from '#files/downloaded-package.ts';
import { type NamedPackage, packagesIn } from '#files/named-packages.ts';
import { openToolWorkshop } from '#files/tool-workshop.ts';
import { loadSettings } from '#load-settings.ts';
import { brokenPackage, printPackageReport, summaryOf, wordsOf } from '#reports/print-package-report.ts';
import { progressLine } from '#reports/progress-line.ts';
import { say } from '#say.ts';
import { StartError } from '#start-error.ts';

const EXIT_NOT_ALL = 1;

interface CommandOptions {
  force?: true;
  new?: true;
  problem?: number;
  json?: true;
  url?: string;
}

export function importCommand(): Command {
  return new Command('import')
    .description('build and check problem packages, and put them into the site of this machine')
    .argument('[package...]', 'zip files, package folders, or folders of packages')
    .option('--url <address>', 'download a package by http or https, and import it')
    .option('--force', 'also what was imported already, or has a failing main solution or invalid tests')
    .option('--new', 'make another problem of what was imported already')
    .option('--problem <id>', 'make the package a new version of this problem', parseId)
    .option('--json', 'print the reports as one JSON document')
    .action((paths: string[], options: CommandOptions) => importPackages(paths, options));
}

/** Report with the outcome of the import. */
interface Imported extends PackageReport {
  import: ImportOutcome;
}

async function importPackages(named: readonly string[], options: CommandOptions): Promise<void> {
  const calledOff = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () =>
      calledOff.abort(new StartError('the import was cancelled; finished packages stay')),
    );
  }
  await using downloads = new AsyncDisposableStack();
  const { url } = options;
  const settings = loadSettings();
  const maxBytes = packageMaxBytes(settings.packageMaxGb);
  const packages = await packagesIn(named);
  if (url !== undefined) packages.push(...(await packagesAt(url, settings, downloads, calledOff.signal)));
  if (packages.length === 0) throw new StartError('name a package, or its address with --url');
  if (options.problem !== undefined && packages.length !== 1) {
    throw new StartError(`--problem takes one package, and there are ${packages.length}`);
  }
  const { connect } = await import('@balloon/database/connect.ts');
  await using database = await openSiteDatabase(settings, { migrates: true });
  const { db, close } = connect(database.url);
  await using _connection = { [Symbol.asyncDispose]: close };
  await using workshop = await openToolWorkshop(settings, { precompiledHeaders: false });
  const site: Site = {
    db,
    open: workshop.open,
    testlibFolder: settings.testlibDir,
    maxBytes,
    signal: calledOff.signal,
  };
  const imported = await importAll(packages, site, options);
  if (options.json) say(JSON.stringify({ packages: imported, summary: summaryOf(imported) }, null, 1));
  const isAll = imported.every((one) => one.outcome === 'agrees' && one.import.state === 'done');
  if (!isAll) process.exitCode = EXIT_NOT_ALL;
}

/** Downloads packages; reports name them by their address. */
async function packagesAt(
  url: string,
  { packageMaxGb, dataDir }: Pick<Settings, 'packageMaxGb' | 'dataDir'>,
  downloads: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<NamedPackage[]> {
  const line = progressLine();
  const bounds = { maxBytes: packageMaxBytes(packageMaxGb), withinMs: DOWNLOAD_WITHIN_MS };
  const show = (bytes: number) => line.show(`downloading: ${(bytes / 1024 ** 2).toFixed(1)} MB`);
  const downloaded = downloads.use(await downloadPackage(url, signal, show, bounds, openDataDir(dataDir)));
  line.clear();
  const found = await packagesIn([downloaded.path]);
  return found.map((one) => ({ ...one, name: one.name.replace(downloaded.path, url) }));
}

interface Site {
  db: Db;
  open: OpenWorkshop;
  testlibFolder: string;
  maxBytes: number;
  signal: AbortSignal;
}

async function importAll(packages: readonly NamedPackage[], site: Site, options: CommandOptions) {
  const line = progressLine();
  const all: Imported[] = [];
  for (const [index, named] of packages.entries()) {
    const place = `[${index + 1}/${packages.length}] ${named.name}`;
    if (!process.stderr.isTTY && !options.json) say(`${place}…`);
    const imported = await importOne(named, site, options, (text) => line.show(`${place}: ${text}`));
    line.clear();
    all.push(imported);
    if (options.json) continue;
    printPackageReport(imported);
    say(`  ${endOf(imported.import)}`);
  }
  if (!options.json) say(summaryOf(all).text);
  return all;
}

async function importOne(
  { path: file, name, complaint }: NamedPackage,
  { db, open, testlibFolder, maxBytes, signal }: Site,
  options: CommandOptions,
  tell: (text: string) => void,
): Promise<Imported> {
  if (complaint !== null) {
    const report = brokenPackage(name, complaint);
    return { ...report, import: { state: 'failed', message: complaint, problemId: null } };
  }
  const { buildPackage } = await import('@balloon/judge/packages/build-package.ts');
  const { importBuiltPackage } = await import('@balloon/server/features/packages/import-built-package.ts');
  await using built = await buildPackage(
    file,
    name,
    { open, slots: open.slots, testlibFolder },
    { progress: (progress) => tell(wordsOf(progress)), signal },
    { maxBytes },
  );
  tell('storing');
  const { report, problem, contents } = built;
  const outcome = await importBuiltPackage(
    db,
    { fileName: path.basename(file), report, problem, contents },
    {
      problemId: options.problem ?? null,
      isNewProblem: options.new ?? false,
      isForced: options.force ?? false,
    },
  );
  return { ...report, import: outcome };
}

function endOf({ state, message, problemId }: ImportOutcome): string {
  if (state === 'done') return `imported as problem ${problemId}`;
  return `${state}: ${message}`;
}

function parseId(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('expected the number of a problem');
  return Number(text);
}
