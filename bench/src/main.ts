/**
 * Measures the speed of all parts; prints Markdown tables, and keeps them on demand.
 *
 * Usage: npm run bench [-- [names…] [options]], see `npm run bench -- --help`
 */

import { writeFileSync } from 'node:fs';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { benchesOf } from '#benches.ts';
import { type Arrivals, CURVE_NAMES, type CurveName } from '#contest/busiest-minute.ts';
import { figuresName, PROFILES, type Profile, type ProfileName } from '#contest/profiles.ts';
import { HALL } from '#drafts/drafts-bench.ts';
import { type BenchSite, startBenchSite } from '#processes/bench-site.ts';
import { keepFigures, readFigures } from '#report/figures.ts';
import { describeMachine } from '#report/machine.ts';
import { README, toReadme } from '#report/readme.ts';
import { toMarkdown } from '#report/table.ts';
import { SOLUTIONS_EACH as MOST_EACH } from '#scoreboard/scoreboard-requests-bench.ts';
import { RETURNING, STORM, STORM_PARTS, type Storm, type StormPart } from '#storms/storm.ts';

interface Options {
  profile: ProfileName;
  people?: number;
  openTables?: number;
  history?: number;
  curve?: CurveName;
  factor?: number;
  rate?: number;
  seconds?: number;
  webs?: number;
  pinned?: boolean;
  judgeSlots?: number;
  judgingMs?: number;
  statements?: number;
  signIns?: number;
  storm?: StormPart;
  write?: boolean;
  readme?: boolean;
}

const NAMES = Object.keys(benchesOf(PROFILES['last-minutes'], STORM, RETURNING, HALL));

const command = new Command('bench')
  .description('Measures the speed of all parts, or of those that are named')
  .addArgument(new Argument('[names...]').choices(NAMES))
  .addOption(
    new Option('--profile <name>', 'crowd of the contest')
      .choices(Object.keys(PROFILES))
      .default('last-minutes'),
  )
  .option('--people <number>', 'people with a socket in the contest, in the storms, or who type', wholeNumber)
  .option('--open-tables <percent>', 'how many of them look at the table', wholeNumber)
  .option('--history <number>', 'earlier solutions in the contest, 20 for each person at most', wholeNumber)
  .addOption(new Option('--curve <name>', 'real contest whose last minute is sent').choices(CURVE_NAMES))
  .option('--factor <number>', 'solutions as in the real contest, as many times as this', positiveNumber)
  .addOption(
    new Option('--rate <number>', 'solutions in each second instead')
      .argParser(positiveNumber)
      .conflicts(['curve', 'factor']),
  )
  .option(
    '--seconds <number>',
    'length of the load, of the typing, or of the sending beside rejudging; of the real minute 60 at most',
    wholeNumber,
  )
  .option('--webs <number>', 'web processes', wholeNumber)
  .option('--judge-slots <number>', 'solutions that the simulated judges judge at once', wholeNumber)
  .option('--judging-ms <number>', 'time that each of them keeps its slot', wholeNumber)
  .option('--statements <number>', 'statements that people open in each second', wholeNumber)
  .option('--sign-ins <number>', 'people who sign in in each second', wholeNumber)
  .addOption(new Option('--storm <name>', 'only this of the storms').choices(STORM_PARTS))
  .option('--pinned', 'a core of its own for each web, and the others for everything else')
  .option('--readme', 'only makes bench/README.md from what bench/figures keeps')
  .option('--write', 'keeps the tables in bench/figures and makes bench/README.md from them')
  .action(run);

function wholeNumber(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('A whole number is needed.');
  return Number(text);
}

function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < 10_000)) throw new InvalidArgumentError('A number above 0 is needed.');
  return value;
}

/** The chosen profile with what the options change in it. */
function profileOf({ profile: name, openTables, history, ...options }: Options): Profile {
  const profile: Profile = PROFILES[name];
  const people = options.people ?? profile.people;
  if (history !== undefined && history > people * MOST_EACH) {
    command.error(`So many people have at most ${people * MOST_EACH} earlier solutions.`);
  }
  return {
    ...profile,
    people,
    openTables: openTables === undefined ? profile.openTables : openTables / 100,
    historyEach: history === undefined ? profile.historyEach : Math.round(history / people),
    arrivals: arrivalsOf(profile.arrivals, options),
    seconds: options.seconds ?? profile.seconds,
    webs: options.webs ?? profile.webs,
    isPinned: options.pinned ?? false,
    judgeSlots: options.judgeSlots ?? profile.judgeSlots,
    judgingMs: options.judgingMs ?? profile.judgingMs,
    statementsPerSec: options.statements ?? profile.statementsPerSec,
    signInsPerSec: options.signIns ?? profile.signInsPerSec,
  };
}

/** The storm with as many people and the parts as the options say. */
const stormOf = ({ people = STORM.people, seconds = STORM.liveSeconds, storm }: Options): Storm => ({
  ...{ ...STORM, people, signIns: Math.min(STORM.signIns, people), liveSeconds: seconds },
  parts: storm === undefined ? STORM.parts : [storm],
});

function arrivalsOf(usual: Arrivals, { rate, curve, factor }: Partial<Options>): Arrivals {
  if (rate !== undefined) return { perSec: rate };
  if (curve === undefined && factor === undefined) return usual;
  return { curve: curve ?? 'qualification', factor: factor ?? 1 };
}

async function run(names: readonly string[], options: Options): Promise<void> {
  if (options.readme) return writeReadme();
  const changed = Object.keys(options).filter((key) => !['profile', 'write'].includes(key));
  if (options.write && changed.length > 0) {
    command.error(
      'Figures are kept for the profiles as they are: leave out what changes the crowd, or --write.',
    );
  }
  await using everything = new AsyncDisposableStack();
  let started: Promise<BenchSite> | undefined;
  /** Started by the first bench that needs a site, for all. */
  const site = () => {
    started ??= startBenchSite().then((opened) => everything.use(opened));
    return started;
  };

  const machine = describeMachine();
  console.log(`${machine}\n`);
  for (const [name, { run: measure, ...text }] of Object.entries(
    benchesOf(profileOf(options), stormOf(options), options.people ?? RETURNING, {
      people: options.people ?? HALL.people,
      seconds: options.seconds ?? HALL.seconds,
    }),
  )) {
    if (names.length > 0 && !names.includes(name)) continue;
    const table = { ...text, rows: await measure(site) };
    console.log(`${toMarkdown(table)}\n`);
    if (!options.write) continue;
    const ofContest = name === 'contest';
    keepFigures(table, {
      name: ofContest ? figuresName(options.profile) : name,
      date: new Date().toISOString().slice(0, 10),
      command: `npm run bench -- ${name}${ofContest ? ` --profile ${options.profile}` : ''} --write`,
      machine,
    });
    writeReadme();
  }
}

function writeReadme(): void {
  writeFileSync(README, toReadme(readFigures()));
}

await command.parseAsync();
