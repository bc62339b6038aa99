import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { SampleCrew } from '@balloon/e2e/sites/sample-site.ts';
import { descendants } from '@balloon/judge/sandbox/host-state.ts';
import { type BareWork, cppSource, prepareBareWork, pythonSource, type Weight } from '#judging/bare-work.ts';
import { aPlusB, replaceTests } from '#judging/bench-problem.ts';
import { cppJob, listenForVerdicts, pythonJob, type Verdicts } from '#judging/verdicts.ts';
import type { BenchSite } from '#processes/bench-site.ts';
import { cpuMs } from '#processes/process-costs.ts';
import { median } from '#report/table.ts';
import { atLeast, type Target } from '#report/target.ts';

export interface ThroughputRow extends Partial<Target> {
  what: string;
  solutionsPerMin: number;
  /** Load of all cores together, by any process. */
  busyPercent: number;
  /** CPU time per solution: of the shells and what they start, or of web, judge and what it starts. */
  cpuEachMs: number;
  /** Speed as a percentage of that of the bare work, the median of all rounds. */
  ofBarePercent?: number;
  /** CPU time of the bare work as a percentage of that of the judged, which is hardly changed by other load. */
  ofBareCpuPercent?: number;
}

/** Number of solutions in a round, the same by hand and judged, so that both end alike with an idle core. */
const PER_ROUND = 20;
/** Share of C++ solutions in a mix, one in this many; the others are Python. */
const CPP_SHARE = 4;
const TARGET_PERCENT = 95;

/** Queue of solutions; tests that take no time show the overhead. */
interface Queue {
  what: string;
  weight: Weight;
  rounds: number;
  isCpp(number: number): boolean;
}

const isMixedCpp = (number: number) => number % CPP_SHARE === 0;
const QUEUES: readonly Queue[] = [
  { what: 'light tests, a quarter C++, the rest Python', weight: 'light', rounds: 5, isCpp: isMixedCpp },
  { what: 'light tests, C++', weight: 'light', rounds: 3, isCpp: () => true },
  { what: 'light tests, Python', weight: 'light', rounds: 3, isCpp: () => false },
  { what: 'heavy tests, a quarter C++, the rest Python', weight: 'heavy', rounds: 2, isCpp: isMixedCpp },
];

/** Queue that comes first and is not measured: web and judge translate their code while they work for the first time. */
const WARM_UP: Queue = { what: 'warm-up', weight: 'light', rounds: 3, isCpp: isMixedCpp };

/**
 * Measures queues with a judging slot on every core, beside the same work by as many shells at once. The two take turns,
 * so that other load on the machine affects both alike.
 */
export async function benchThroughput(site: BenchSite): Promise<ThroughputRow[]> {
  const { crew, database } = site;
  const slots = availableParallelism();
  await replaceTests(database, crew.contestId, await aPlusB());
  await site.startJudge(slots);
  await using bare = await prepareBareWork();
  using verdicts = await listenForVerdicts(site.url, crew);
  const costs = { byHand: cpuByHandMs, judged: () => cpuOfSiteMs(site) };
  const rows: ThroughputRow[] = [];
  let number = 1000;
  /** Sources that no cache contains. */
  const newSources = () => Array.from({ length: PER_ROUND }, () => number++);
  for (let round = 0; round < WARM_UP.rounds; round += 1)
    await sendAll(verdicts, crew, WARM_UP, newSources());
  for (const queue of QUEUES) {
    const [byHand, judged]: [Spent[], Spent[]] = [[], []];
    for (let round = 0; round < queue.rounds; round += 1) {
      const sources = newSources();
      byHand.push(await measure(costs.byHand, () => workByHand(bare, slots, queue, sources)));
      judged.push(await measure(costs.judged, () => sendAll(verdicts, crew, queue, sources)));
    }
    const ofBarePercent = 100 * median(byHand.map(({ ms }, round) => ms / (judged[round]?.ms ?? Number.NaN)));
    const [bareSpeed, judgedSpeed] = [speedOf(byHand), speedOf(judged)];
    const ofBareCpuPercent = (100 * bareSpeed.cpuEachMs) / judgedSpeed.cpuEachMs;
    rows.push(
      { what: `${queue.what}: by hand, ${slots} at a time`, ...bareSpeed },
      {
        what: `${PER_ROUND} queued, ${slots} judging slots`,
        ...judgedSpeed,
        ofBarePercent,
        ofBareCpuPercent,
        ...atLeast(Math.min(ofBarePercent, ofBareCpuPercent), TARGET_PERCENT, 'both of bare, % '),
      },
    );
  }
  return rows;
}

function sendAll(
  verdicts: Verdicts,
  { participants }: SampleCrew,
  { weight, isCpp }: Queue,
  sources: readonly number[],
): Promise<unknown> {
  return Promise.all(
    sources.map((number, index) => {
      const participant = participants[index % participants.length];
      if (!participant) throw new Error('Nobody to send');
      return verdicts.sendAndWait(participant, (isCpp(number) ? cppJob : pythonJob)(number, weight));
    }),
  );
}

async function workByHand(
  bare: BareWork,
  lanes: number,
  { weight, isCpp }: Queue,
  sources: readonly number[],
): Promise<void> {
  const waiting = [...sources];
  const lane = async () => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      if (isCpp(number)) await bare.cpp(cppSource(number, weight), true);
      else await bare.python(pythonSource(number, weight));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Time of one round: on the clock, of all cores together, and that of the processes which do the work. */
interface Spent {
  ms: number;
  busy: number;
  all: number;
  cpu: number;
}

async function measure(cpuNowMs: () => number, work: () => Promise<unknown>): Promise<Spent> {
  const [before, cpuBefore, startedMs] = [readCpu(), cpuNowMs(), performance.now()];
  await work();
  const [after, cpu, ms] = [readCpu(), cpuNowMs() - cpuBefore, performance.now() - startedMs];
  return { ms, busy: after.busy - before.busy, all: after.all - before.all, cpu };
}

/** CPU time of the children of this process that have ended; its own is that of the bench. */
function cpuByHandMs(): number {
  const { user, system } = process.cpuUsage();
  return cpuMs([process.pid]) - (user + system) / 1000;
}

/** CPU time of web and judge, without the database. */
function cpuOfSiteMs({ webPid, startedJudge }: BenchSite): number {
  const { pid } = startedJudge();
  return cpuMs([webPid, pid, ...descendants(pid)]);
}

function speedOf(rounds: readonly Spent[]) {
  const total = (key: keyof Spent) => rounds.reduce((sum, spent) => sum + spent[key], 0);
  return {
    solutionsPerMin: (PER_ROUND * rounds.length * 60_000) / total('ms'),
    busyPercent: (100 * total('busy')) / total('all'),
    cpuEachMs: total('cpu') / (PER_ROUND * rounds.length),
  };
}

/**
 * Reads the time of all cores together.
 *
 * @see proc_stat(5): user nice system idle iowait irq softirq steal
 */
function readCpu(): { busy: number; all: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const times = line.split(/\s+/).slice(1, 9).map(Number);
  const all = times.reduce((sum, time) => sum + time, 0);
  const [, , , idle = 0, iowait = 0] = times;
  return { busy: all - idle - iowait, all };
}
