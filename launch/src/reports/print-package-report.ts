import type { ImportProgress } from '@balloon/contracts/judging/package-import.ts';
import type { PackageReport, SolutionReport } from '@balloon/contracts/judging/package-report.ts';
import { say } from '#say.ts';

/** Summary of all packages, as numbers and as a line for people. */
export interface PackagesSummary {
  packages: number;
  agree: number;
  disagree: number;
  broken: number;
  solutions: { agree: number; disagree: number; skipped: number };
  text: string;
}

/** Prints the report on a package: one line about it, its findings, and a row for each labelled solution. */
export function printPackageReport(report: PackageReport): void {
  for (const line of linesOf(report)) say(line);
}

/** Formats a report as lines without colours, for other outputs. */
export function linesOf(report: PackageReport): string[] {
  const findings = report.findings.map(({ level, text }) => `  ${level}: ${indented(text)}`);
  return [headline(report), ...findings, ...table(report)];
}

function headline(report: PackageReport): string {
  const { format, title, testsNumber, generatedTestsNumber, timeLimitMs, memoryLimitKb } = report;
  const generated = generatedTestsNumber > 0 ? ` (${generatedTestsNumber} generated)` : '';
  const facts = [
    format,
    title && `"${title}"`,
    testsNumber > 0 && `${testsNumber} tests${generated}`,
    timeLimitMs !== null && `${timeLimitMs} ms${report.isTimeLimitMeasured ? ' (measured)' : ''}`,
    memoryLimitKb !== null && `${Math.round(memoryLimitKb / 1024)} MB`,
  ].filter(Boolean);
  return `${report.package}: ${[report.outcome.toUpperCase(), ...facts].join(', ')}`;
}

const HEADINGS = ['', 'package', 'file', 'language', 'expected', 'got', 'test', 'time', 'memory'];
const MARKS = { yes: 'ok', no: 'NO', skipped: '-' } as const;

/** Formats aligned columns; the complaint about a solution that disagrees follows its row. */
function table({ package: name, solutions }: PackageReport): string[] {
  if (solutions.length === 0) return [];
  const rows = solutions.map((solution) => cellsOf(name, solution));
  const widths = HEADINGS.map((heading, column) =>
    Math.max(...[heading, ...rows.map((row) => row[column] ?? '')].map((cell) => cell.length)),
  );
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd();
  return [line(HEADINGS), ...rows.flatMap((row, index) => [line(row), ...remarksOf(solutions[index])])];
}

function cellsOf(name: string, solution: SolutionReport): string[] {
  const { file, language, expected, got, test, timeMs, memoryKb, agrees } = solution;
  const ran = got !== null;
  return [
    MARKS[agrees],
    name,
    file,
    language,
    expected,
    ran ? got : 'skipped',
    test ?? '',
    ran ? `${Math.round(timeMs)} ms` : '',
    ran ? `${(memoryKb / 1024).toFixed(1)} MB` : '',
  ].map((cell) => cell.replace(/\s+/g, ' '));
}

function remarksOf(solution: SolutionReport | undefined): string[] {
  if (!solution || solution.agrees === 'yes' || !solution.detail) return [];
  return [`      ${indented(solution.detail).trim()}`];
}

/**
 * Indents messages of compilers and checkers, which have many lines; control characters would disturb the terminal.
 */
function indented(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what goes
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ').replaceAll('\n', '\n      ');
}

/** Counts packages and solutions. */
export function summaryOf(reports: readonly PackageReport[]): PackagesSummary {
  const outcomes = reports.map(({ outcome }) => outcome);
  const verdicts = reports.flatMap(({ solutions }) => solutions).map(({ agrees }) => agrees);
  const agree = count(outcomes, 'agrees');
  const disagree = count(outcomes, 'disagrees');
  const broken = count(outcomes, 'broken');
  const solutions = {
    agree: count(verdicts, 'yes'),
    disagree: count(verdicts, 'no'),
    skipped: count(verdicts, 'skipped'),
  };
  const text =
    `${reports.length} packages: ${agree} agree, ${disagree} disagree, ${broken} broken; ` +
    `${verdicts.length} solutions: ${solutions.agree} agree, ${solutions.disagree} disagree, ${solutions.skipped} skipped`;
  return { packages: reports.length, agree, disagree, broken, solutions, text };
}

const count = <T>(list: readonly T[], wanted: T) => list.filter((one) => one === wanted).length;

/** Makes a report on a package that could not be opened. */
export function brokenPackage(name: string, complaint: string): PackageReport {
  return {
    package: name,
    format: null,
    title: null,
    outcome: 'broken',
    timeLimitMs: null,
    isTimeLimitMeasured: false,
    memoryLimitKb: null,
    testsNumber: 0,
    generatedTestsNumber: 0,
    findings: [{ level: 'error', text: complaint }],
    solutions: [],
  };
}

/** Describes the current step of a package, for a progress line. */
export function wordsOf({ step, done, total, what }: ImportProgress): string {
  return `${step} ${done + 1}/${total} ${what}`;
}
