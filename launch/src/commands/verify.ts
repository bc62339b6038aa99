import type { PackageReport } from '@balloon/contracts/package-report.ts';
import type { OpenWorkshop } from '@balloon/judge/open-workshop.ts';
import type { BuildProgress } from '@balloon/judge/packages/built-problem.ts';
import { Command } from 'commander';
import { loadSettings } from '#load-settings.ts';
import { type NamedPackage, packagesIn } from '#named-packages.ts';
import { brokenPackage, printPackageReport, summaryOf, wordsOf } from '#print-package-report.ts';
import { progressLine } from '#progress-line.ts';
import { say } from '#say.ts';
import { StartError } from '#start-error.ts';
import { openToolWorkshop } from '#tool-workshop.ts';

/** A precompiled header costs some seconds once and saves one for each C++ solution. */
const HEADERS_PAY_FROM = 10;
const EXIT_DISAGREES = 1;

export function verifyCommand(): Command {
  return new Command('verify')
    .description('judge every labelled solution of problem packages and compare; needs no running site')
    .argument('<package...>', 'zip files, package folders, or folders of packages')
    .option('--json', 'print the reports as one JSON document')
    .action((paths: string[], options: { json?: true }) => verify(paths, options.json ?? false));
}

async function verify(paths: readonly string[], isJson: boolean): Promise<void> {
  const calledOff = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => calledOff.abort(new StartError('verify was called off')));
  }
  const packages = await packagesIn(paths);
  await using workshop = await openToolWorkshop(loadSettings(), {
    precompiledHeaders: packages.length >= HEADERS_PAY_FROM,
  });
  const reports = await verifyAll(packages, workshop.open, isJson, calledOff.signal);
  if (isJson) say(JSON.stringify({ packages: reports, summary: summaryOf(reports) }, null, 1));
  if (reports.some(({ outcome }) => outcome !== 'agrees')) process.exitCode = EXIT_DISAGREES;
}

async function verifyAll(
  packages: readonly NamedPackage[],
  open: OpenWorkshop,
  isJson: boolean,
  signal: AbortSignal,
): Promise<PackageReport[]> {
  const { buildPackage } = await import('@balloon/judge/packages/build-package.ts');
  const { testlibDir } = loadSettings();
  const line = progressLine();
  const reports: PackageReport[] = [];
  for (const [index, { path: file, name, complaint }] of packages.entries()) {
    const tell = (progress: BuildProgress) =>
      line.show(`[${index + 1}/${packages.length}] ${name}: ${wordsOf(progress)}`);
    const report = complaint === null ? await buildOne() : brokenPackage(name, complaint);
    line.clear();
    reports.push(report);
    if (!isJson) printPackageReport(report);

    async function buildOne(): Promise<PackageReport> {
      const place = { open, slots: open.slots, testlibFolder: testlibDir };
      await using built = await buildPackage(file, name, place, { progress: tell, signal });
      return built.report;
    }
  }
  line.clear();
  if (!isJson) say(summaryOf(reports).text);
  return reports;
}
