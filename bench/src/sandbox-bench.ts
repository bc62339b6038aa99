import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { RunLimits, SandboxSlot } from '@balloon/judge/sandbox/sandbox.ts';
import { startSandbox } from '@balloon/judge/sandbox/start-sandbox.ts';

/*
 * What the sandbox costs per test, beside the bare cost of the same program in the same run: the methods take turns,
 * so that whatever else the machine does falls on all of them alike.
 */

export interface SandboxBenchRow {
  what: string;
  medianMs: number;
  p90Ms: number;
  /** Median over that of bare vfork and exec; only for the methods that take turns. */
  overheadMs?: number;
  /** What we promise ourselves. */
  target: string;
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

/** Measures the sandbox in the strongest mode this machine allows. */
export async function benchSandbox(rounds: number = ROUNDS): Promise<SandboxBenchRow[]> {
  const workDir = await mkdtemp(join(tmpdir(), 'balloon-bench-'));
  const sandbox = await startSandbox({ workDir });
  try {
    const opening = await times(5, async (i) => {
      const slot = await sandbox.openSlot(10 + i);
      return () => slot.close();
    });
    const slot = await sandbox.openSlot(0);
    return [
      ...(await perTest(slot, workDir, rounds)),
      row('new slot', opening, '<= 10'),
      row('100 trivial tests in a row', await hundredTests(slot), '<= 200'),
      row('wall limit overshot by', await wallOvershoot(slot), '<= 5'),
      row('CPU limit overshot by', await cpuOvershoot(slot), '<= 5'),
      row('fork bomb of 64 gone after', await bombGone(slot, 64), '<= 10'),
      row('fork bomb of 512 gone after', await bombGone(slot, 512), '<= 60'),
    ];
  } finally {
    await sandbox.close();
    await rm(workDir, { recursive: true, force: true });
  }
}

async function perTest(slot: SandboxSlot, workDir: string, rounds: number): Promise<SandboxBenchRow[]> {
  const bare = await startBareRunner(workDir);
  const taken = { bare: [] as number[], spawn: [] as number[], helper: [] as number[], node: [] as number[] };
  for (let round = -WARM_UP; round < rounds; round++) {
    const bareMs = await bare.once();
    const spawnMs = await timed(() => once(spawn(TRIVIAL, { stdio: 'pipe' }), 'close'));
    const started = performance.now();
    const { helperUs = 0, cause } = await slot.run({ argv: [TRIVIAL], limits: LIMITS });
    const nodeMs = performance.now() - started;
    if (cause !== 'exit') throw new Error(`A trivial test ended with ${cause}`);
    if (round < 0) continue;
    taken.bare.push(bareMs);
    taken.spawn.push(spawnMs);
    taken.helper.push(helperUs / 1000);
    taken.node.push(nodeMs);
  }
  bare.stop();
  const bareMs = quantile(taken.bare, 0.5);
  const beside = (what: string, values: number[], target: string): SandboxBenchRow => ({
    ...row(what, values, target),
    overheadMs: quantile(values, 0.5) - bareMs,
  });
  return [
    row('bare vfork + exec + wait, in C', taken.bare, ''),
    beside('Node child_process.spawn, no sandbox', taken.spawn, ''),
    beside('sandboxed test, in the helper', taken.helper, 'overhead <= 0.45'),
    beside('sandboxed test, seen from Node', taken.node, 'overhead <= 1.0, never above spawn'),
  ];
}

function hundredTests(slot: SandboxSlot): Promise<number[]> {
  return times(5, async () => {
    for (let i = 0; i < 100; i++) await slot.run({ argv: [TRIVIAL], limits: LIMITS });
  });
}

async function wallOvershoot(slot: SandboxSlot): Promise<number[]> {
  const limits = { ...LIMITS, wallMs: 100 };
  return collect(10, async () => {
    const { wallUs } = await slot.run({ argv: ['/bin/sleep', '10'], limits });
    return wallUs / 1000 - limits.wallMs;
  });
}

async function cpuOvershoot(slot: SandboxSlot): Promise<number[]> {
  const limits = { ...LIMITS, cpuMs: 100, wallMs: 10_000 };
  return collect(10, async () => {
    const { cpuUs } = await slot.run({ argv: ['/bin/sh', '-c', 'while :; do :; done'], limits });
    return cpuUs / 1000 - limits.cpuMs;
  });
}

/** Children that sleep until the wall limit; the time from there until the helper has answered. */
async function bombGone(slot: SandboxSlot, size: number): Promise<number[]> {
  const limits = { ...LIMITS, wallMs: 1500, processes: size };
  const bomb = 'import os, time\ntry:\n  while os.fork(): pass\nexcept OSError: pass\ntime.sleep(9)';
  return collect(3, async () => {
    const { helperUs = 0, leftProcesses } = await slot.run({
      argv: ['/usr/bin/python3', '-c', bomb],
      limits,
    });
    if (leftProcesses < size / 2) throw new Error(`Only ${leftProcesses} of ${size} processes came up`);
    return helperUs / 1000 - limits.wallMs;
  });
}

interface BareRunner {
  /** Milliseconds of one run. */
  once(): Promise<number>;
  stop(): void;
}

async function startBareRunner(workDir: string): Promise<BareRunner> {
  const source = fileURLToPath(new URL('../native/bare-run.c', import.meta.url));
  const program = join(workDir, 'bare-run');
  await promisify(execFile)('cc', ['-O2', '-o', program, source]);
  const child: ChildProcessWithoutNullStreams = spawn(program, [TRIVIAL], { stdio: 'pipe' });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async once() {
      child.stdin.write('x');
      return Number((await lines.next()).value) / 1000;
    },
    stop: () => child.stdin.end(),
  };
}

/** Times a task several times; what it returns runs afterwards, untimed. */
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

function row(what: string, values: number[], target: string): SandboxBenchRow {
  return { what, medianMs: quantile(values, 0.5), p90Ms: quantile(values, 0.9), target };
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function printTable(rows: readonly SandboxBenchRow[]): void {
  const figure = (value: number | undefined) => (value === undefined ? '' : value.toFixed(2)).padStart(9);
  console.log(`Sandbox, milliseconds; load ${loadavg()[0]?.toFixed(1)}`);
  console.log(
    `${''.padEnd(38)}${'median'.padStart(9)}${'p90'.padStart(9)}${'over bare'.padStart(11)}  target`,
  );
  for (const { what, medianMs, p90Ms, overheadMs, target } of rows) {
    console.log(`${what.padEnd(38)}${figure(medianMs)}${figure(p90Ms)}  ${figure(overheadMs)}  ${target}`);
  }
}

if (import.meta.main) printTable(await benchSandbox());
