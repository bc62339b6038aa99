import { setImmediate } from 'node:timers/promises';
import { packageMaxBytes } from '@balloon/contracts/judging/package-import.ts';
import type { PackageReport } from '@balloon/contracts/judging/package-report.ts';
import type { BuildProgress } from '@balloon/judge/packages/built-problem.ts';
import type { OpenWorkshop } from '@balloon/judge/workshop/open-workshop.ts';
import { Command } from 'commander';
import { type NamedPackage, packagesIn } from '#files/named-packages.ts';
import { openToolWorkshop } from '#files/tool-workshop.ts';
import { loadSettings } from '#load-settings.ts';
import { brokenPackage, printPackageReport, summaryOf, wordsOf } from '#reports/print-package-report.ts';
import { progressLine } from '#reports/progress-line.ts';
import { say, warn } from '#say.ts';

/**
 * Number of C++ solutions from which headers are precompiled: it costs some seconds once and saves one for each
 * solution.
 */
const HEADERS_PAY_FROM = 10;
const EXIT_DISAGREES = 1;
/** Exit code by which shells recognise an interrupted command. */
const EXIT_CALLED_OFF = 130;

export function verifyCommand(): Command {
  return new Command('verify')
    .description('judge every labelled solution of problem packages and compare; needs no running site')
    .argument('<package...>', 'zip files, package folders, or folders of packages')
    .option('--json', 'print the reports as one JSON document')
    .action((paths: string[], options: { json?: true }) => verify(paths, options.json ?? false));
}

async function verify(paths: readonly string[], isJson: boolean): Promise<void> {
  const calledOff = new AbortController();
  const stop = () => calledOff.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const packages = await packagesIn(paths);
  const precompiledHeaders = packages.length >= HEADERS_PAY_FROM;
  await using workshop = await unlessCalledOff(
    calledOff.signal,
    openToolWorkshop(loadSettings(), { precompiledHeaders }),
  );
  const reports = workshop ? await verifyAll(packages, workshop.open, isJson, calledOff.signal) : [];
  const isCalledOff = calledOff.signal.aborted;
  if (isJson)
    say(JSON.stringify({ packages: reports, summary: summaryOf(reports), calledOff: isCalledOff }, null, 1));
  if (reports.some(({ outcome }) => outcome !== 'agrees')) process.exitCode = EXIT_DISAGREES;
  if (!isCalledOff) return;
  warn(`verify was called off: ${reports.length} of ${packages.length} packages are reported`);
  process.exitCode = EXIT_CALLED_OFF;
}

async function verifyAll(
  packages: readonly NamedPackage[],
  open: OpenWorkshop,
  isJson: boolean,
  signal: AbortSignal,
): Promise<PackageReport[]> {
  const { buildPackage } = await import('@balloon/judge/packages/build-package.ts');
  const { testlibDir, packageMaxGb } = loadSettings();
  const line = progressLine();
  const reports: PackageReport[] = [];
  for (const [index, { path: file, name, complaint }] of packages.entries()) {
    if (signal.aborted) break;
    const tell = (progress: BuildProgress) =>
      line.show(`[${index + 1}/${packages.length}] ${name}: ${wordsOf(progress)}`);
    const report = complaint === null ? await buildOne() : brokenPackage(name, complaint);
    line.clear();
    if (report === null) break;
    reports.push(report);
    if (!isJson) printPackageReport(report);

    /** Builds a package; null when it was interrupted, since an incomplete report would be taken for a whole one. */
    async function buildOne(): Promise<PackageReport | null> {
      const place = { open, slots: open.slots, testlibFolder: testlibDir };
      const building = buildPackage(
        file,
        name,
        place,
        { progress: tell, signal },
        { maxBytes: packageMaxBytes(packageMaxGb) },
      );
      await using built = await unlessCalledOff(signal, building);
      return built === null || signal.aborted ? null : built.report;
    }
  }
  line.clear();
  if (!isJson) say(summaryOf(reports).text);
  return reports;
}

/** Result of work on programs that Ctrl-C ends as well; null when it failed because of that. */
async function unlessCalledOff<T>(signal: AbortSignal, work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    // The end of the programs may be noticed before the signal.
    await setImmediate();
    if (signal.aborted) return null;
    throw error;
  }
}
