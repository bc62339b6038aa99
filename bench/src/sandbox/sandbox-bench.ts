import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { RunLimits, SandboxSlot } from '@balloon/judge/sandbox/sandbox.ts';
import { startSandbox } from '@balloon/judge/sandbox/start-sandbox.ts';
import { wholeCores } from '@balloon/judge/workshop/choose-cores.ts';
import { median, quantile } from '#report/table.ts';
import { atMost, type Target } from '#report/target.ts';
import { bareBombGone } from '#sandbox/bare-bomb.ts';
import { startBareRunner } from '#sandbox/bare-runner.ts';

/*
 * Cost of the sandbox per test, beside the bare cost of the same program in the same run. The methods
 * alternate, so that other load on the machine affects all of them alike. Targets are relative to the bare cost where
 * there is one: in ms alone they would be those of the machine on which they were chosen.
 */

export interface SandboxBenchRow extends Partial<Target> {
  what: string;
  medianMs: number;
  p90Ms: number;
  maxMs: number;
  /** Difference of the median from that of the bare work; only for the methods that alternate. */
  overBareMs?: number;
  timesBare?: number;
}

const TRIVIAL = '/bin/true';
const LIMITS: RunLimits = {
  cpuMs: 1000,
  wallMs: 3000,
  memoryKb: 262_144,
  outputKb: 1024,
  processes: 600,
  scratchKb: 16_384,
};
const ROUNDS = 200;
const WARM_UP = 20;
const IN_A_ROW = 100;
/** Time in which a limit is noticed, and how much longer a bomb may stay than without a sandbox. */
const NOTICED_MS = 5;
const BOMB_TIMES = 1.25;

/** Measures the sandbox in the strongest mode of this machine, bound to a core as a judge's slots are. */
export async function benchSandbox(rounds: number = ROUNDS): Promise<SandboxBenchRow[]> {
  await using opened = new AsyncDisposableStack();
  const workDir = await mkdtemp(join(tmpdir(), 'balloon-bench-'));
  opened.defer(() => rm(workDir, { recursive: true, force: true }));
  const [core] = wholeCores();
  const sandbox = await startSandbox({ workDir, cores: core === undefined ? null : [core] });
  opened.defer(() => sandbox.close());
  const opening = await times(5, async (i) => {
    const slot = await sandbox.openSlot(10 + i);
    return () => slot.close();
  });
  const bound = await sandbox.openSlot(0);
  const anywhere = await sandbox.openSlot(1);
  return [
    ...(await perTest(bound, anywhere, rounds)),
    promised('new slot', opening, 10),
    ...(await inARow(bound)),
    promised('wall limit overshot by', await wallOvershoot(bound), 5),
    promised('CPU limit overshot by', await cpuOvershoot(bound), 5),
    ...(await bombs(bound, core ?? null, 64)),
    ...(await bombs(bound, core ?? null, 512)),
    ...(await bombs(anywhere, null, 512)),
  ];
}

async function perTest(
  bound: SandboxSlot,
  anywhere: SandboxSlot,
  rounds: number,
): Promise<SandboxBenchRow[]> {
  const bare = await startBareRunner([TRIVIAL]);
  const taken = {
    bare: [] as number[],
    spawn: [] as number[],
    helper: [] as number[],
    node: [] as number[],
    helperAnywhere: [] as number[],
    nodeAnywhere: [] as number[],
  };
  for (let round = -WARM_UP; round < rounds; round++) {
    const bareMs = (await bare.once()).wallMs;
    const spawnMs = await timed(() => once(spawn(TRIVIAL, { stdio: 'pipe' }), 'close'));
    const [inBound, inAnywhere] = [await trivialTest(bound), await trivialTest(anywhere)];
    if (round < 0) continue;
    taken.bare.push(bareMs);
    taken.spawn.push(spawnMs);
    taken.helper.push(inBound.helperMs);
    taken.node.push(inBound.nodeMs);
    taken.helperAnywhere.push(inAnywhere.helperMs);
    taken.nodeAnywhere.push(inAnywhere.nodeMs);
  }
  bare.stop();
  const [bareMs, spawnMs] = [median(taken.bare), median(taken.spawn)];
  const overBare = (what: string, values: number[]) => ({
    ...row(what, values),
    overBareMs: median(values) - bareMs,
  });
  return [
    row('bare vfork + exec + wait, in C', taken.bare),
    overBare('Node child_process.spawn, no sandbox', taken.spawn),
    {
      ...overBare('sandboxed test, in the helper', taken.helper),
      ...atMost(median(taken.helper) - bareMs, 0.45, 'over bare '),
    },
    {
      ...overBare('sandboxed test, seen from Node', taken.node),
      ...atMost(median(taken.node) - bareMs, Math.min(1, spawnMs - bareMs), 'over bare, and that of spawn: '),
    },
    overBare('in a slot on any core, in the helper', taken.helperAnywhere),
    overBare('in a slot on any core, seen from Node', taken.nodeAnywhere),
  ];
}

async function trivialTest(slot: SandboxSlot): Promise<{ helperMs: number; nodeMs: number }> {
  const started = performance.now();
  const { helperUs = 0, cause } = await slot.run({ argv: [TRIVIAL], limits: LIMITS });
  const nodeMs = performance.now() - started;
  if (cause !== 'exit') throw new Error(`A trivial test ended with ${cause}`);
  return { helperMs: helperUs / 1000, nodeMs };
}

/** Measures a solution's worth of tests, with what the sandbox does between two of them. */
async function inARow(slot: SandboxSlot): Promise<SandboxBenchRow[]> {
  const bare = await startBareRunner([TRIVIAL]);
  const taken = { bare: [] as number[], sandboxed: [] as number[] };
  const inRow = (once: () => Promise<unknown>) =>
    timed(async () => {
      for (let i = 0; i < IN_A_ROW; i++) await once();
    });
  for (let round = 0; round < 5; round++) {
    taken.bare.push(await inRow(bare.once));
    taken.sandboxed.push(await inRow(() => slot.run({ argv: [TRIVIAL], limits: LIMITS })));
  }
  bare.stop();
  const what = `${IN_A_ROW} trivial tests in a row, seen from Node`;
  return beside(what, taken, ({ overBareMs }) => atMost(overBareMs, IN_A_ROW, 'over bare '));
}

async function wallOvershoot(slot: SandboxSlot): Promise<number[]> {
  const limits = { ...LIMITS, wallMs: 100 };
  return collect(10, async () => {
    const { wallUs, starvedUs = 0 } = await slot.run({ argv: ['/bin/sleep', '10'], limits });
    return (wallUs - starvedUs) / 1000 - limits.wallMs;
  });
}

async function cpuOvershoot(slot: SandboxSlot): Promise<number[]> {
  const limits = { ...LIMITS, cpuMs: 100, wallMs: 10_000 };
  return collect(10, async () => {
    const { cpuUs } = await slot.run({ argv: ['/bin/sh', '-c', 'while :; do :; done'], limits });
    return cpuUs / 1000 - limits.cpuMs;
  });
}

/** Measures how long a fork bomb stays, beside the same processes that the kernel ends without a sandbox. */
async function bombs(slot: SandboxSlot, core: number | null, size: number): Promise<SandboxBenchRow[]> {
  const taken = { bare: [] as number[], sandboxed: [] as number[] };
  for (let round = 0; round < 3; round++) {
    taken.bare.push(await bareBombGone(size, core));
    taken.sandboxed.push(await bombGone(slot, size));
  }
  const what = `fork bomb of ${size} gone after${core === null ? ', in a slot on any core' : ''}`;
  return beside(what, taken, ({ medianMs, bareMs }) =>
    atMost(medianMs, NOTICED_MS + BOMB_TIMES * bareMs, `${NOTICED_MS} ms and ${BOMB_TIMES} × bare `),
  );
}

/**
 * Measures the time from the wall limit to the result, with children that sleep until then (no starvation).
 */
async function bombGone(slot: SandboxSlot, size: number): Promise<number> {
  const limits = { ...LIMITS, wallMs: 1500, processes: size };
  const bomb = 'import os, time\ntry:\n  while os.fork(): pass\nexcept OSError: pass\ntime.sleep(9)';
  const run = await slot.run({ argv: ['/usr/bin/python3', '-c', bomb], limits });
  const { helperUs = 0, starvedUs = 0, leftProcesses } = run;
  if (leftProcesses < size / 2) throw new Error(`Only ${leftProcesses} of ${size} processes came up`);
  return (helperUs - starvedUs) / 1000 - limits.wallMs;
}

/** Rows of work that took turns with its bare counterpart. */
function beside(
  what: string,
  taken: { bare: number[]; sandboxed: number[] },
  target: (figures: { medianMs: number; bareMs: number; overBareMs: number }) => Target,
): SandboxBenchRow[] {
  const bareMs = median(taken.bare);
  const measured = row(what, taken.sandboxed);
  const figures = { overBareMs: measured.medianMs - bareMs, timesBare: measured.medianMs / bareMs };
  return [
    row(`${what}: without a sandbox`, taken.bare),
    { ...measured, ...figures, ...target({ ...measured, ...figures, bareMs }) },
  ];
}

/** Measures a task several times; the function that it returns runs afterwards, untimed. */
async function times(
  count: number,
  task: (i: number) => Promise<(() => Promise<void>) | undefined | void>,
): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < count; i++) {
    const started = performance.now();
    const after = await task(i);
    taken.push(performance.now() - started);
    await after?.();
  }
  return taken;
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await task();
  return performance.now() - started;
}

async function collect(count: number, measure: () => Promise<number>): Promise<number[]> {
  const values: number[] = [];
  for (let i = 0; i < count; i++) values.push(await measure());
  return values;
}

function row(what: string, values: number[]): SandboxBenchRow {
  return { what, medianMs: median(values), p90Ms: quantile(values, 0.9), maxMs: Math.max(...values) };
}

const promised = (what: string, values: number[], limitMs: number): SandboxBenchRow => ({
  ...row(what, values),
  ...atMost(median(values), limitMs),
});

if (import.meta.main) console.table(await benchSandbox());
