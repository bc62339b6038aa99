import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runPair } from '@balloon/judge/sandbox/run-pair.ts';
import type { RunLimits, SandboxSlot } from '@balloon/judge/sandbox/sandbox.ts';
import { startSandbox } from '@balloon/judge/sandbox/start-sandbox.ts';

const run = promisify(execFile);

/*
 * Speed of the exchange between a solution and an interactor: two C programs send each other a byte in turns,
 * in two containers and over bare pipes. The methods alternate, so that other load on the machine affects
 * both.
 */

export interface InteractionBenchRow {
  what: string;
  roundTripsPerSec?: number;
  /** Ratio of the rate to that of bare pipes. */
  timesBare?: number;
  medianMs?: number;
}

const LIMITS: RunLimits = {
  cpuMs: 20_000,
  wallMs: 60_000,
  memoryKb: 65_536,
  outputKb: 65_536,
  processes: 8,
  scratchKb: 1024,
};
const TURNS = 15;
const ROUNDS = 20_000;

/** Measures in the strongest mode this machine allows. */
export async function benchInteraction(turns = TURNS, rounds = ROUNDS): Promise<InteractionBenchRow[]> {
  const workDir = await mkdtemp(join(tmpdir(), 'balloon-bench-'));
  const box = join(workDir, 'box');
  await mkdir(box);
  const program = join(box, 'ping-pong');
  const source = fileURLToPath(new URL('../../native/ping-pong.c', import.meta.url));
  await run('cc', ['-O2', '-o', program, source]);
  const sandbox = await startSandbox({ workDir });
  try {
    const slots = [await sandbox.openSlot(0), await sandbox.openSlot(1)] as const;
    const taken = { bare: [] as number[], pair: [] as number[], whole: [] as number[] };
    // The first turn warms up.
    for (let turn = -1; turn < turns; turn++) {
      const bare = Number((await run(program, ['both', String(rounds)])).stderr);
      const pair = await talk(slots, workDir, rounds);
      const started = performance.now();
      await talk(slots, workDir, 1);
      const whole = performance.now() - started;
      if (turn < 0) continue;
      taken.bare.push((rounds * 1e9) / bare);
      taken.pair.push((rounds * 1e9) / pair);
      taken.whole.push(whole);
    }
    const [bare, pair] = [median(taken.bare), median(taken.pair)];
    return [
      { what: 'bare pipes', roundTripsPerSec: bare, timesBare: 1 },
      { what: 'two containers', roundTripsPerSec: pair, timesBare: pair / bare },
      { what: 'a whole conversation of one round, seen from Node', medianMs: median(taken.whole) },
    ];
  } finally {
    await sandbox.close();
    await rm(workDir, { recursive: true, force: true });
  }
}

/** Returns the nanoseconds that all rounds took, by the asking program's own clock. */
async function talk(
  [left, right]: readonly [SandboxSlot, SandboxSlot],
  workDir: string,
  rounds: number,
): Promise<number> {
  const box = join(workDir, 'box');
  const stderr = join(workDir, 'taken');
  const ends = await runPair(
    { slot: left, request: { argv: ['/box/ping-pong', 'answer'], box, limits: LIMITS } },
    {
      slot: right,
      request: { argv: ['/box/ping-pong', 'ask', String(rounds)], box, stderr, limits: LIMITS },
    },
  );
  for (const { cause, exitCode } of [ends.left, ends.right]) {
    if (cause !== 'exit' || exitCode !== 0) throw new Error(`A conversation ended with ${cause} ${exitCode}`);
  }
  return Number(await readFile(stderr, 'utf8'));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

if (import.meta.main) console.table(await benchInteraction());
