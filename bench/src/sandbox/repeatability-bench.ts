import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crowdMachine } from '@balloon/judge/sandbox/crowd.ts';
import type { RunningSandbox } from '@balloon/judge/sandbox/running-sandbox.ts';
import type { RunLimits, SandboxSlot } from '@balloon/judge/sandbox/sandbox.ts';
import { startSandbox } from '@balloon/judge/sandbox/start-sandbox.ts';
import { wholeCores } from '@balloon/judge/workshop/choose-cores.ts';
import { median, quantile } from '#report/table.ts';
import { startBareRunner } from '#sandbox/bare-runner.ts';

/** Spread of the times of one program, as parts of the median. */
export interface RepeatabilityRow {
  what: string;
  cpuMs: number;
  /** Spread from the 5th to the 95th percentile. */
  cpuMiddlePercent: number;
  /** Spread from the shortest to the longest. */
  cpuRangePercent: number;
  wallMs: number;
  wallRangePercent: number;
  /** Runs that a limit ended although the program needs a fraction of each; expected to be 0. */
  misjudged: number;
}

interface Time {
  cpuMs: number;
  wallMs: number;
  misjudged: boolean;
}

/** Programs that use only the processor, or only memory that no cache holds; about 100 ms each. */
const PROGRAMS = {
  arithmetic: `
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < 60000000; i++) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; }
    printf("%llu\\n", (unsigned long long) state);`,
  'memory walk': `
    enum { COUNT = 1 << 22 };
    uint32_t *next = malloc(COUNT * sizeof *next), place = 0;
    for (uint32_t i = 0; i < COUNT; i++) next[i] = i * 1664525u + 1013904223u & COUNT - 1;
    for (int i = 0; i < 800000; i++) place = next[place];
    printf("%u\\n", place);`,
};
const RUNS = 100;
/** Number of runs after which the next method follows. */
const TURN = 10;
/** Wall limits as short as a program of 100 ms can meet on a quiet machine. */
const LIMITS: RunLimits = {
  cpuMs: 1000,
  wallMs: 500,
  memoryKb: 65_536,
  outputKb: 64,
  processes: 4,
  scratchKb: 1024,
};

/** Processes per core that compute beside the runs, in the crowded case. */
const NEIGHBOURS = 3;

/**
 * Measures the same program a hundred times: without a sandbox, in one slot, and in as many slots as there are cores
 * at once, each with and without binding slots to cores; then once more in one slot, with every core crowded by other
 * processes.
 */
export async function benchRepeatability(runs: number = RUNS): Promise<RepeatabilityRow[]> {
  await using site = await openSandboxes(availableParallelism());
  const rows: RepeatabilityRow[] = [];
  for (const name of Object.keys(PROGRAMS)) {
    const bare = await startBareRunner([join(site.box, name)]);
    const times = await inTurns(runs, {
      'by hand': (count) => repeat(count, async () => ({ ...(await bare.once()), misjudged: false })),
      'one slot': (count) => repeat(count, runIn(site.free[0], site.box, name)),
      'one slot, bound': (count) => repeat(count, runIn(site.bound[0], site.box, name)),
      [`${site.free.length} slots`]: (count) => inAll(site.free, count, site.box, name),
      [`${site.bound.length} slots, bound`]: (count) => inAll(site.bound, count, site.box, name),
    });
    {
      using _crowd = crowdMachine(NEIGHBOURS);
      times['one slot, crowded'] = await repeat(runs, runIn(site.free[0], site.box, name));
      times['one slot, bound, crowded'] = await repeat(runs, runIn(site.bound[0], site.box, name));
    }
    bare.stop();
    for (const [how, taken] of Object.entries(times)) rows.push(row(`${name}: ${how}`, taken));
  }
  return rows;
}

async function openSandboxes(slots: number) {
  await using opened = new AsyncDisposableStack();
  const workDir = await mkdtemp(join(tmpdir(), 'balloon-bench-'));
  opened.defer(() => rm(workDir, { recursive: true, force: true }));
  const box = join(workDir, 'box');
  await mkdir(box);
  for (const [name, body] of Object.entries(PROGRAMS)) {
    const source = `#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\nint main(void) {${body}\n}\n`;
    await writeFile(join(box, 'source.c'), source);
    await promisify(execFile)('gcc', ['-O2', '-w', '-o', join(box, name), join(box, 'source.c')]);
  }
  const slotsOf = async (cores: readonly number[] | null): Promise<SandboxSlot[]> => {
    const sandbox: RunningSandbox = await startSandbox({ workDir, cores });
    opened.defer(() => sandbox.close());
    return Promise.all(Array.from({ length: slots }, (_, number) => sandbox.openSlot(number)));
  };
  const free = await slotsOf(null);
  const bound = await slotsOf(wholeCores());
  const everything = opened.move();
  return { box, free, bound, [Symbol.asyncDispose]: () => everything.disposeAsync() };
}

function runIn(slot: SandboxSlot | undefined, box: string, name: string): () => Promise<Time> {
  return async () => {
    if (!slot) throw new Error('The bench has no slot');
    const { cause, cpuUs, wallUs } = await slot.run({ argv: [`/box/${name}`], box, limits: LIMITS });
    return { cpuMs: cpuUs / 1000, wallMs: wallUs / 1000, misjudged: cause !== 'exit' };
  };
}

async function inAll(slots: readonly SandboxSlot[], count: number, box: string, name: string) {
  const each = slots.map((slot) => repeat(Math.ceil(count / slots.length), runIn(slot, box, name)));
  return (await Promise.all(each)).flat();
}

async function repeat(count: number, run: () => Promise<Time>): Promise<Time[]> {
  const times: Time[] = [];
  for (let i = 0; i < count; i += 1) times.push(await run());
  return times;
}

type Method = (count: number) => Promise<Time[]>;

/** Alternates the methods, so that other load on the machine affects all of them alike. */
async function inTurns(runs: number, methods: Record<string, Method>): Promise<Record<string, Time[]>> {
  const times: Record<string, Time[]> = {};
  for (const method of Object.values(methods)) await method(2); // fills the caches
  for (let done = 0; done < runs; done += TURN) {
    for (const [name, method] of Object.entries(methods)) {
      times[name] = [...(times[name] ?? []), ...(await method(TURN))];
    }
  }
  return times;
}

function row(what: string, times: readonly Time[]): RepeatabilityRow {
  const cpu = times.map(({ cpuMs }) => cpuMs);
  const wall = times.map(({ wallMs }) => wallMs);
  return {
    what,
    cpuMs: median(cpu),
    cpuMiddlePercent: percent(quantile(cpu, 0.95) - quantile(cpu, 0.05), median(cpu)),
    cpuRangePercent: percent(Math.max(...cpu) - Math.min(...cpu), median(cpu)),
    wallMs: median(wall),
    wallRangePercent: percent(Math.max(...wall) - Math.min(...wall), median(wall)),
    misjudged: times.filter(({ misjudged }) => misjudged).length,
  };
}

const percent = (part: number, whole: number) => (100 * part) / whole;

if (import.meta.main) console.table(await benchRepeatability(Number(process.argv[2] ?? RUNS)));
