import { PATIENCE } from '#run/limits.ts';
import { deservesPatience } from '#run/verdict-of-run.ts';
import type { RowRequest, RowResult, RowStep, RunRequest, RunResult, SandboxSlot } from '#sandbox/sandbox.ts';

/** More than the variation of the CPU time of a program that walks through memory, 0.15 as measured on a crowded machine. */
const NOISE = 0.25;
/**
 * Ratio of wall time to CPU time from which the program had to wait for the processor; the sandbox has the same
 * (`judge/sandbox/watch/looks.c`).
 */
const CROWDED = 1.3;

/**
 * Runs a program as often as fairness to it requires:
 * - A failure of the sandbox itself reveals nothing about the program: the run is repeated.
 * - The wall limit reveals nothing either when the machine is crowded. The sandbox leaves the time in which a program
 *   had to wait for the processor out of its wall limit, in every run. A program that reached this limit although it
 *   computed runs again with a wall limit that lets CPU time decide.
 * - CPU time is exact, but on a crowded machine the same program needs more of it (caches, memory). There the first run
 *   goes on beyond its limit for a while. A program that ends in that time runs once more, and the second run counts;
 *   one that does not would not have kept its limit on a quiet machine either.
 */
export async function runPatiently(container: SandboxSlot, request: RunRequest): Promise<RunResult> {
  return repeated(container, request, await container.run(beyondLimit(request)));
}

/** Runs a program on one input after another, the last one patiently: those before it passed at once. */
export async function runRowPatiently(
  container: SandboxSlot,
  request: RowRequest,
  steps: readonly RowStep[],
): Promise<RowResult> {
  const { passed, last } = await container.runInRow(beyondLimit(request), steps);
  const stdin = steps[passed.length]?.stdin;
  const alone = { ...request, ...(stdin === undefined ? {} : { stdin }) };
  return { passed, last: await repeated(container, alone, last) };
}

function beyondLimit<Request extends Pick<RunRequest, 'limits'>>(request: Request): Request {
  const crowdedCpuMs = request.limits.cpuMs * (1 + NOISE);
  return { ...request, limits: { ...request.limits, crowdedCpuMs } };
}

/** Repeats a first run where that is fair, and returns the one that counts. */
async function repeated(container: SandboxSlot, request: RunRequest, run: RunResult): Promise<RunResult> {
  if (run.cause === 'internal') return container.run(request);
  if (deservesPatience(run)) {
    const limits = { ...request.limits, wallMs: request.limits.wallMs * PATIENCE };
    return container.run({ ...request, limits });
  }
  if (!isNoiseLikely(run, request.limits.cpuMs)) return run;
  const again = await container.run(request);
  // The files on the disk are those of the second run, so that one counts unless the sandbox failed.
  return again.cause === 'internal' ? run : again;
}

/** Whether a run exceeded the CPU limit by no more than noise adds, while it had to wait for the processor. */
export function isNoiseLikely({ cpuUs, wallUs, cause }: RunResult, cpuLimitMs: number): boolean {
  const limitUs = cpuLimitMs * 1000;
  const isOver = cause === 'cpu' || cpuUs > limitUs;
  return isOver && cpuUs < limitUs * (1 + NOISE) && wallUs > cpuUs * CROWDED;
}
