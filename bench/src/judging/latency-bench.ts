import { type BareWork, cppSource, prepareBareWork, pythonSource } from '#judging/bare-work.ts';
import { aPlusB, replaceTests } from '#judging/bench-problem.ts';
import { cppJob, type Job, listenForVerdicts, pythonJob } from '#judging/verdicts.ts';
import type { BenchSite } from '#processes/bench-site.ts';
import { median, quantile } from '#report/table.ts';
import { atMost, type Target } from '#report/target.ts';

export interface LatencyRow extends Partial<Target> {
  what: string;
  medianMs: number;
  p90Ms: number;
  /** Ratio of the median to that of the corresponding bare work. */
  timesBare?: number;
}

const ROUNDS = 15;
const CPP_TARGET = 1.25;

/**
 * Measures the time from pressing "send" to the verdict on the socket, through real processes, beside the
 * same compilations and runs without a judge; the two alternate.
 */
export async function benchLatency({ url, crew, database }: BenchSite): Promise<LatencyRow[]> {
  await replaceTests(database, crew.contestId, await aPlusB());
  await using bare = await prepareBareWork();
  using verdicts = await listenForVerdicts(url, crew);
  const [first] = crew.participants;
  if (!first) throw new Error('The sample contest has no participants');
  const taken = await takeTurns(bare, (job) => verdicts.sendAndWait(first, job));
  const cpp = row('sent, until the verdict', taken.cpp, taken.cppBareHeader);
  return [
    row(`C++, bits/stdc++.h, ${bare.tests} tests: by hand`, taken.cppBare),
    row('the same with a precompiled header', taken.cppBareHeader),
    { ...cpp, ...atMost(cpp.timesBare ?? Number.NaN, CPP_TARGET, '× bare ') },
    row(`Python, ${bare.tests} tests: by hand`, taken.pythonBare),
    row('sent, until the verdict', taken.python, taken.pythonBare),
  ];
}

type Method = 'cppBare' | 'cppBareHeader' | 'cpp' | 'pythonBare' | 'python';

async function takeTurns(
  bare: BareWork,
  send: (job: Job) => Promise<void>,
): Promise<Record<Method, number[]>> {
  const taken: Record<Method, number[]> = {
    cppBare: [],
    cppBareHeader: [],
    cpp: [],
    pythonBare: [],
    python: [],
  };
  for (let round = -1; round < ROUNDS; round += 1) {
    const times = {
      cppBare: await timed(() => bare.cpp(cppSource(round), false)),
      cppBareHeader: await timed(() => bare.cpp(cppSource(round), true)),
      cpp: await timed(() => send(cppJob(round))),
      pythonBare: await timed(() => bare.python(pythonSource(round))),
      python: await timed(() => send(pythonJob(round))),
    };
    if (round < 0) continue; // the first round warms up
    for (const [name, tookMs] of Object.entries(times)) taken[name as Method].push(tookMs);
  }
  return taken;
}

function row(what: string, values: number[], bareValues?: number[]): LatencyRow {
  return {
    what,
    medianMs: median(values),
    p90Ms: quantile(values, 0.9),
    ...(bareValues && { timesBare: median(values) / median(bareValues) }),
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
