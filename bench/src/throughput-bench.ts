import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { SampleCrew } from '@balloon/e2e/sample-site.ts';
import { type BareWork, cppSource, prepareBareWork, pythonSource, type Weight } from '#bare-work.ts';
import { aPlusB, replaceTests } from '#bench-problem.ts';
import type { BenchSite } from '#bench-site.ts';
import { atLeast, type Target } from '#target.ts';
import { cppJob, listenForVerdicts, pythonJob, type Verdicts } from '#verdicts.ts';

export interface ThroughputRow extends Partial<Target> {
  what: string;
  solutionsPerMin: number;
  /** Load of all cores together, by any process. */
  busyPercent: number;
  /** Speed as a percentage of that of the bare work. */
  ofBarePercent?: number;
}

const QUEUED = 100;
/** Number of solutions of the same mix that run without a judge. */
const BARE = 40;
/** Share of C++ solutions, one in this many; the others are Python. */
const CPP_SHARE = 4;
const TARGET_PERCENT = 95;

/**
 * Measures a queue of a hundred with a judging slot on every core, beside the same work by as many shells at
 * once: with tests that take no time, so that the overhead shows, and with tests that do.
 */
export async function benchThroughput(site: BenchSite): Promise<ThroughputRow[]> {
  const { crew, database } = site;
  const slots = availableParallelism();
  await replaceTests(database, crew.contestId, await aPlusB());
  await site.startJudge(slots);
  await using bare = await prepareBareWork();
  using verdicts = await listenForVerdicts(site.url, crew);
  const rows: ThroughputRow[] = [];
  for (const weight of ['light', 'heavy'] as const) {
    const byHand = await measure(BARE, () => workByHand(bare, slots, weight));
    const judged = await measure(QUEUED, () => sendAll(verdicts, crew, weight));
    const ofBarePercent = (100 * judged.solutionsPerMin) / byHand.solutionsPerMin;
    rows.push(
      { what: `${weight} tests, a quarter C++, the rest Python: by hand, ${slots} at a time`, ...byHand },
      {
        what: `${weight} tests: ${QUEUED} queued, ${slots} judging slots`,
        ...judged,
        ofBarePercent,
        ...atLeast(ofBarePercent, TARGET_PERCENT, 'of bare, % '),
      },
    );
  }
  return rows;
}

function sendAll(verdicts: Verdicts, { participants }: SampleCrew, weight: Weight): Promise<unknown> {
  // Sources of the two weights differ anyway.
  return Promise.all(
    numbers(QUEUED).map((number, index) => {
      const participant = participants[index % participants.length];
      if (!participant) throw new Error('Nobody to send');
      return verdicts.sendAndWait(participant, (isCpp(number) ? cppJob : pythonJob)(number, weight));
    }),
  );
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => 1000 + index);
const isCpp = (number: number) => number % CPP_SHARE === 0;

async function workByHand(bare: BareWork, lanes: number, weight: Weight): Promise<void> {
  const waiting = numbers(BARE);
  const lane = async () => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      if (isCpp(number)) await bare.cpp(cppSource(number, weight), true);
      else await bare.python(pythonSource(number, weight));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function measure(solutions: number, work: () => Promise<unknown>) {
  const [before, startedMs] = [readCpu(), performance.now()];
  await work();
  const [after, tookMs] = [readCpu(), performance.now() - startedMs];
  return {
    solutionsPerMin: (solutions * 60_000) / tookMs,
    busyPercent: (100 * (after.busy - before.busy)) / (after.all - before.all),
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
