import { LANGUAGES } from '@balloon/domain/languages.ts';
import type { ClientSocket, Contestant } from '@balloon/e2e/contestant.ts';
import { type BareWork, cppSource, prepareBareWork, pythonSource } from '#bare-work.ts';
import type { BenchSite } from '#bench-site.ts';
import { median, quantile } from '#table.ts';

export interface LatencyRow {
  what: string;
  medianMs?: number;
  p90Ms?: number;
  solutionsPerMin?: number;
  /** Over the bare work it stands beside: of the median, or of the time per solution. */
  timesBare?: number;
}

const ROUNDS = 15;
const QUEUED = 100;
/** One in so many of the queue is C++, the others Python. */
const CPP_SHARE = 4;
/** Of the queue's mix, by hand. */
const BARE_SAMPLE = 20;

/**
 * From pressing "send" to the verdict on the socket, through real processes, beside the same compilations and runs
 * by hand; the two take turns. Then how many solutions per minute leave a queue of a hundred.
 */
export async function benchLatency({ url, crew, slots }: BenchSite): Promise<LatencyRow[]> {
  await using bare = await prepareBareWork();
  const verdicts = await listenForVerdicts(url, crew.participants, crew.contestId);
  try {
    const send = (participant: Contestant, job: Job) => verdicts.sendAndWait(participant, job);
    const [first] = crew.participants;
    if (!first) throw new Error('The sample contest has no participants');
    return [
      ...(await oneAtATime(bare, (job) => send(first, job))),
      ...(await hundredAtOnce(bare, crew.participants, send, slots)),
    ];
  } finally {
    verdicts.close();
  }
}

interface Job {
  languageId: number;
  solution: string;
}
const cppJob = (number: number): Job => ({ languageId: LANGUAGES.cpp20.id, solution: cppSource(number) });
const pythonJob = (number: number): Job => ({
  languageId: LANGUAGES.python3.id,
  solution: pythonSource(number),
});

async function oneAtATime(bare: BareWork, send: (job: Job) => Promise<void>): Promise<LatencyRow[]> {
  const taken = { cppBare: [], cppBareHeader: [], cpp: [], pythonBare: [], python: [] } as Record<
    'cppBare' | 'cppBareHeader' | 'cpp' | 'pythonBare' | 'python',
    number[]
  >;
  for (let round = -1; round < ROUNDS; round += 1) {
    const times = {
      cppBare: await timed(() => bare.cpp(cppSource(round), false)),
      cppBareHeader: await timed(() => bare.cpp(cppSource(round), true)),
      cpp: await timed(() => send(cppJob(round))),
      pythonBare: await timed(() => bare.python(pythonSource(round))),
      python: await timed(() => send(pythonJob(round))),
    };
    if (round < 0) continue; // warms up
    for (const [name, tookMs] of Object.entries(times)) taken[name as keyof typeof taken].push(tookMs);
  }
  const row = (what: string, values: number[], bareValues?: number[]): LatencyRow => ({
    what,
    medianMs: median(values),
    p90Ms: quantile(values, 0.9),
    ...(bareValues && { timesBare: median(values) / median(bareValues) }),
  });
  return [
    row(`C++, bits/stdc++.h, ${bare.tests} tests: by hand`, taken.cppBare),
    row('the same with a precompiled header', taken.cppBareHeader),
    row('sent, until the verdict', taken.cpp, taken.cppBareHeader),
    row(`Python, ${bare.tests} tests: by hand`, taken.pythonBare),
    row('sent, until the verdict', taken.python, taken.pythonBare),
  ];
}

async function hundredAtOnce(
  bare: BareWork,
  participants: readonly Contestant[],
  send: (participant: Contestant, job: Job) => Promise<void>,
  slots: number,
): Promise<LatencyRow[]> {
  const isCpp = (number: number) => number % CPP_SHARE === 0;
  const numbers = Array.from({ length: QUEUED }, (_, index) => 1000 + index);
  const bareMs = await timed(async () => {
    for (const number of numbers.slice(0, BARE_SAMPLE)) {
      if (isCpp(number)) await bare.cpp(cppSource(number), true);
      else await bare.python(pythonSource(number));
    }
  });
  const sentMs = await timed(() =>
    Promise.all(
      numbers.map((number, index) => {
        const participant = participants[index % participants.length];
        if (!participant) throw new Error('Nobody to send');
        return send(participant, isCpp(number) ? cppJob(number) : pythonJob(number));
      }),
    ),
  );
  const perMin = (solutions: number, tookMs: number) => (solutions * 60_000) / tookMs;
  const barePerMin = perMin(BARE_SAMPLE, bareMs) * slots;
  const sentPerMin = perMin(QUEUED, sentMs);
  return [
    { what: `a quarter C++, the rest Python: by hand, ${slots} at a time`, solutionsPerMin: barePerMin },
    {
      what: `${QUEUED} queued, ${slots} judging slots`,
      solutionsPerMin: sentPerMin,
      timesBare: barePerMin / sentPerMin,
    },
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** Sockets of participants, on which verdicts arrive as in their browsers. */
async function listenForVerdicts(url: string, participants: readonly Contestant[], contestId: number) {
  const verdicts = new Map<number, PromiseWithResolvers<string>>();
  const verdictOf = (id: number) => {
    const verdict = verdicts.get(id) ?? Promise.withResolvers<string>();
    verdicts.set(id, verdict);
    return verdict;
  };
  const sockets: ClientSocket[] = [];
  for (const participant of participants) {
    const socket = await participant.socket(url, contestId);
    socket.on('verdict updated', ({ id, verdict }) => {
      if (verdict?.isTerminal) verdictOf(id).resolve(verdict.name);
    });
    sockets.push(socket);
  }
  return {
    async sendAndWait(participant: Contestant, job: Job): Promise<void> {
      const { id } = await participant.submit(url, contestId, { symbolIndex: 'A', ...job });
      const name = await verdictOf(id).promise;
      if (name !== 'Accepted') throw new Error(`Solution ${id} of the bench got ${name}`);
    },
    close() {
      for (const socket of sockets) socket.close();
    },
  };
}
