import { compile } from '#compile/compile.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import { BASE_ENV } from '#run/run-environment.ts';
import type { Workshop } from '#workshop/workshop.ts';

/** Program with about 20 ms of arithmetic that no compiler can shorten, and without use of memory or the kernel. */
const WORK = `#include <stdint.h>
#include <stdio.h>
int main(void) {
  uint64_t state = 88172645463325252u;
  for (int i = 0; i < 12000000; i++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
  }
  printf("%llu\\n", (unsigned long long) state);
}
`;

const RUNS = 7;
const LIMITS = {
  cpuMs: 5000,
  wallMs: 20_000,
  memoryKb: 65_536,
  outputKb: 64,
  processes: 4,
  scratchKb: 1024,
} as const;

/** Similarity of several runs' times of one program. */
export interface Steadiness {
  /** CPU time of each run in ms, in order. */
  runsMs: readonly number[];
  medianMs: number;
  /** (longest − shortest) / median of CPU time. */
  spread: number;
  /** Wall time over CPU time, median: well above 1 when others want the core. */
  wallOverCpu: number;
}

/** Runs the same program several times in a slot; null when the machine has no C compiler or the sandbox fails. */
export async function measureSteadiness(workshop: Workshop, slot: JudgingSlot): Promise<Steadiness | null> {
  const language = workshop.languages.get('c');
  if (!language) return null;
  const compiled = await compile(workshop, { container: slot.program, folder: slot.folder }, language, WORK);
  if (compiled.kind !== 'program') return null;
  using program = compiled.program;
  const runs: { cpuMs: number; wallMs: number }[] = [];
  // The first run fills the caches and does not count.
  for (let number = -1; number < RUNS; number += 1) {
    const run = await slot.program.run({
      argv: program.argv(LIMITS.memoryKb),
      env: BASE_ENV,
      box: program.folder,
      limits: LIMITS,
    });
    if (run.cause !== 'exit' || run.exitCode !== 0) return null;
    if (number >= 0) runs.push({ cpuMs: run.cpuUs / 1000, wallMs: run.wallUs / 1000 });
  }
  const runsMs = runs.map(({ cpuMs }) => cpuMs);
  const medianMs = median(runsMs);
  return {
    runsMs,
    medianMs,
    spread: (Math.max(...runsMs) - Math.min(...runsMs)) / medianMs,
    wallOverCpu: median(runs.map(({ cpuMs, wallMs }) => wallMs / cpuMs)),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * Largest acceptable spread. Measured: 2 to 5 % on a quiet machine, 10 % and more where other programs run or the
 * clock changes.
 */
const SPREAD_MAX = 0.15;
const WALL_OVER_CPU_MAX = 1.5;

/** Explains the figures to an operator. */
export function warningsAboutSteadiness({ spread, wallOverCpu, runsMs }: Steadiness): string[] {
  const warnings: string[] = [];
  if (spread > SPREAD_MAX) {
    const runs = `${Math.min(...runsMs).toFixed(1)} to ${Math.max(...runsMs).toFixed(1)} ms`;
    warnings.push(
      `Times vary: the same program took ${runs} of CPU in ${runsMs.length} runs (a spread of ${(spread * 100).toFixed(0)} %)`,
    );
  }
  if (wallOverCpu > WALL_OVER_CPU_MAX) {
    warnings.push(
      `Programs wait for the processor: ${wallOverCpu.toFixed(1)} times as long by the clock as they compute`,
    );
  }
  return warnings;
}
