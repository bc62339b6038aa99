import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { RunLimits, SandboxSlot } from '@balloon/judge/sandbox/sandbox.ts';
import { startSandbox } from '@balloon/judge/sandbox/start-sandbox.ts';
import { wholeCores } from '@balloon/judge/time-trust/choose-cores.ts';
import { startBareRunner } from '#bare-runner.ts';
import { median, quantile } from '#table.ts';
import { atMost, type Target } from '#target.ts';

/*
 * Cost of the sandbox per test, beside the bare cost of the same program in the same run. The methods
 * alternate, so that other load on the machine affects all of them alike.
 */

export interface SandboxBenchRow extends Partial<Target> {
  what: string;
  medianMs: number;
  p90Ms: number;
  maxMs: number;
  /** Difference of the median from that of bare vfork and exec; only for the methods that alternate. */
  overBareMs?: number;
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
    promised('100 trivial tests in a row', await hundredTests(bound), 200),
    promised('wall limit overshot by', await wallOvershoot(bound), 5),
    promised('CPU limit overshot by', await cpuOvershoot(bound), 5),
    promised('fork bomb of 64 gone after', await bombGone(bound, 64), 10),
    promised('fork bomb of 512 gone after', await bombGone(bound, 512), 60),
    promised('fork bomb of 512 gone after, in a slot on any core', await bombGone(anywhere, 512), 60),
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
  const beside = (what: string, values: number[]) => ({
    ...row(what, values),
    overBareMs: median(values) - bareMs,
  });
  return [
    row('bare vfork + exec + wait, in C', taken.bare),
    beside('Node child_process.spawn, no sandbox', taken.spawn),
    {
      ...beside('sandboxed test, in the helper', taken.helper),
      ...atMost(median(taken.helper) - bareMs, 0.45, 'over bare '),
    },
    {
      ...beside('sandboxed test, seen from Node', taken.node),
      ...atMost(median(taken.node) - bareMs, Math.min(1, spawnMs - bareMs), 'over bare, and that of spawn: '),
    },
    beside('in a slot on any core, in the helper', taken.helperAnywhere),
    beside('in a slot on any core, seen from Node', taken.nodeAnywhere),
  ];
}

async function trivialTest(slot: SandboxSlot): Promise<{ helperMs: number; nodeMs: number }> {
  const started = performance.now();
  const { helperUs = 0, cause } = await slot.run({ argv: [TRIVIAL], limits: LIMITS });
  const nodeMs = performance.now() - started;
  if (cause !== 'exit') throw new Error(`A trivial test ended with ${cause}`);
  return { helperMs: helperUs / 1000, nodeMs };
}

function hundredTests(slot: SandboxSlot): Promise<number[]> {
  return times(5, async () => {
    for (let i = 0; i < 100; i++) await slot.run({ argv: [TRIVIAL], limits: LIMITS });
  });
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

/**
 * Measures the time from the wall limit to the result, with children that sleep until then (no starvation).
 */
async function bombGone(slot: SandboxSlot, size: number): Promise<number[]> {
  const limits = { ...LIMITS, wallMs: 1500, processes: size };
  const bomb = 'import os, time\ntry:\n  while os.fork(): pass\nexcept OSError: pass\ntime.sleep(9)';
  return collect(3, async () => {
    const {
      helperUs = 0,
      starvedUs = 0,
      leftProcesses,
    } = await slot.run({
      argv: ['/usr/bin/python3', '-c', bomb],
      limits,
    });
    if (leftProcesses < size / 2) throw new Error(`Only ${leftProcesses} of ${size} processes came up`);
    return (helperUs - starvedUs) / 1000 - limits.wallMs;
  });
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
