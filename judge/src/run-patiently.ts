import { PATIENCE } from '#limits.ts';
import type { RunRequest, RunResult, SandboxSlot } from '#sandbox/sandbox.ts';
import { deservesPatience } from '#verdict-of-run.ts';

/** Measured: on a crowded machine the CPU time of a program that walks through memory varies by so much. */
const NOISE = 0.15;
/** Wall time over CPU time, from which on the program was kept waiting for the processor. */
const CROWDED = 1.3;

/**
 * Runs a program as often as it takes to be fair to it:
 *
 * - A failure of the sandbox itself says nothing about the program: it is run again.
 * - Nor does the clock when the machine is crowded: measured under load, an endless loop had used a third of its CPU
 *   limit when the wall limit came. Such a run is repeated with a wall limit that lets the CPU decide.
 * - CPU time is exact, but on a crowded machine the same program needs more of it (caches, memory). One that was just
 *   above its limit while it had to wait for the processor is run once more, and the kinder run counts. That costs
 *   its time limit again, and only on a crowded machine.
 */
export async function runPatiently(container: SandboxSlot, request: RunRequest): Promise<RunResult> {
  const run = await container.run(request);
  if (run.cause === 'internal') return container.run(request);
  if (deservesPatience(run)) {
    const limits = { ...request.limits, wallMs: request.limits.wallMs * PATIENCE };
    return container.run({ ...request, limits });
  }
  if (!isNoiseLikely(run, request.limits.cpuMs)) return run;
  const again = await container.run(request);
  // What lies on the disk now is the second run's, so that one counts unless it is the sandbox that failed.
  return again.cause === 'internal' ? run : again;
}

/** Above the CPU limit by no more than noise makes, with the processor taken away meanwhile. */
export function isNoiseLikely({ cpuUs, wallUs, cause }: RunResult, cpuLimitMs: number): boolean {
  const limitUs = cpuLimitMs * 1000;
  const isOver = cause === 'cpu' || cpuUs > limitUs;
  return isOver && cpuUs <= limitUs * (1 + NOISE) && wallUs > cpuUs * CROWDED;
}
