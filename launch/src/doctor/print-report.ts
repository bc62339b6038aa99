import { styleText } from 'node:util';
import type { DoctorReport, LanguageReport } from '#doctor/report.ts';

/** Paints a text, or leaves it plain for output without colours. */
export type Paint = (colour: 'green' | 'yellow' | 'red' | 'bold' | 'dim', text: string) => string;

/** Paints for a terminal, unless NO_COLOR is set. */
export const terminalPaint: Paint = (colour, text) =>
  process.stdout.isTTY ? styleText(colour, text, { stream: process.stdout }) : text;

/** Formats the report for people: what works, what does not, and the commands that change it. */
export function reportLines(report: DoctorReport, paint: Paint): string[] {
  const { machine, sandbox, times, database, pooler, replicas, testlib } = report;
  const state = ({ usable }: { usable: boolean }) =>
    usable ? paint('green', 'ok') : paint('red', 'not usable');
  const gb = (mb: number) => `${(mb / 1024).toFixed(1)} GB`;
  const facts: [string, string][] = [
    ['Machine', `${machine.system}, ${machine.kernel}`],
    ['Cores', `${machine.cores}`],
    ['Memory', `${gb(machine.memoryMb)}, ${gb(machine.freeMemoryMb)} free`],
    ['Disk', `${gb(machine.freeDiskMb)} free for ${machine.dataDir}`],
    ['Sandbox', sandboxText(report, paint)],
    ...sandbox.warnings.map((line): [string, string] => ['', paint('yellow', line)]),
    ['Times', timesText(report, paint)],
    ...(times?.warnings ?? []).map((line): [string, string] => ['', paint('yellow', line)]),
    ['PostgreSQL', `${state(database)}, ${database.kind}: ${database.detail}`],
    ...(pooler ? [['Pooler', `${state(pooler)}: ${pooler.detail}`] as [string, string]] : []),
    ...replicas.map((one): [string, string] => ['Replica', `${state(one)}: ${one.detail}`]),
    ['Backup', backupText(report.backups, paint)],
    ['testlib.h', testlibText(testlib, paint)],
  ];
  return [
    ...facts.map(([name, text]) => `${name.padEnd(11)} ${text}`),
    '',
    ...languageLines(report, paint),
    '',
    ...report.problems.map((line) => paint('red', line)),
    report.canJudge
      ? paint('green', 'This machine can judge.')
      : paint('red', 'This machine cannot judge yet.'),
  ];
}

function sandboxText({ sandbox }: DoctorReport, paint: Paint): string {
  if (sandbox.mode === null) return paint('red', 'does not work');
  const colour = sandbox.mode === 'full' ? 'green' : 'yellow';
  return `${paint(colour, sandbox.mode)}, cgroups: ${sandbox.cgroup}`;
}

function timesText({ times }: DoctorReport, paint: Paint): string {
  if (times === null || times.spread === null) return paint('yellow', 'were not measured');
  const colour = times.warnings.length === 0 ? 'green' : 'yellow';
  return `the same program differs by ${paint(colour, `${(times.spread * 100).toFixed(1)} %`)}`;
}

const HOURS_OF_TWO_DAYS = 48;

function backupText({ folder, newest }: DoctorReport['backups'], paint: Paint): string {
  if (newest === null)
    return `${paint('yellow', 'none')} in ${folder}: npm run -s balloon -- backup makes one`;
  const { name, ageHours } = newest;
  const age =
    ageHours < HOURS_OF_TWO_DAYS ? `${Math.floor(ageHours)} h` : `${Math.floor(ageHours / 24)} days`;
  return `${paint(ageHours < HOURS_OF_TWO_DAYS ? 'green' : 'yellow', `${age} old`)}: ${name} in ${folder}`;
}

function testlibText({ folder, found }: DoctorReport['testlib'], paint: Paint): string {
  if (found) return `${paint('green', 'ok')}, in ${folder}`;
  return `${paint('yellow', 'not there')}: put it into ${folder} for problem packages that do not bring it (https://github.com/MikeMirzayanov/testlib)`;
}

const VERSION_WIDTH = 46;

function languageLines({ languages, addAll }: DoctorReport, paint: Paint): string[] {
  if (languages.length === 0) return ['Languages were not tried: there is no sandbox.'];
  const nameWidth =
    Math.max(...['Language', ...languages.map(({ name }) => name)].map((name) => name.length)) + 2;
  const row = (cells: [name: string, state: string, compile: string, run: string, rest: string]) => {
    const [name, state, compile, run, rest] = cells;
    return `${name.padEnd(nameWidth)}${state}  ${compile.padStart(10)}${run.padStart(10)}   ${rest}`.trimEnd();
  };
  const lines = [
    paint('bold', row(['Language', 'state  ', 'compile ms', 'run ms', 'version, or how to add it'])),
    ...languages.map((language) =>
      row([
        language.name,
        stateText(language, paint),
        `${language.compileMs ?? ''}`,
        `${language.runMs ?? ''}`,
        lastCell(language, paint),
      ]),
    ),
  ];
  if (addAll !== null) lines.push('', `To add all languages that are missing: ${paint('bold', addAll)}`);
  return lines;
}

function stateText({ state }: LanguageReport, paint: Paint): string {
  const colours = { works: 'green', missing: 'yellow', broken: 'red' } as const;
  return paint(colours[state], state.padEnd(7));
}

function lastCell({ version, remedy, trouble, authorsOnly }: LanguageReport, paint: Paint): string {
  const note = authorsOnly ? paint('dim', ' (for what problems bring)') : '';
  if (version !== null) return `${version.slice(0, VERSION_WIDTH)}${note}`;
  return `${trouble === null ? '' : `${trouble}: `}${remedy}${note}`;
}
