import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { signalName } from '#run/signals.ts';
import type { RunResult } from '#sandbox/sandbox.ts';

/** Rules of a problem and its language that decide the verdict of a run. */
export interface RunRules {
  timeLimitMs: number;
  memoryLimitKb: number;
  /** See `Toolchain.endsItselfWhenFull`. */
  endsItselfWhenFull: boolean;
}

export type RunVerdict = Extract<
  VerdictKey,
  | 'runtimeError'
  | 'timeLimit'
  | 'memoryLimit'
  | 'idlenessLimit'
  | 'outputLimit'
  | 'restrictedFunction'
  | 'judgingError'
>;

export interface RunFailure {
  verdict: RunVerdict;
  /** Text for supervisors. */
  detail: string;
}

/** Share of the memory limit that counts as full, since a runtime reserves some when it reports a full heap. */
const NEARLY_FULL = 0.9;

/**
 * Decides the verdict of one run by rule; null when the program ended well and its output is to be checked. The cause
 * for which the sandbox stopped the program comes first; a failure of the sandbox is never the program's fault.
 *
 * @see docs of the verdicts in domain/src/judging/verdicts.ts
 */
export function verdictOfRun(run: RunResult, rules: RunRules): RunFailure | null {
  switch (run.cause) {
    case 'internal':
      return { verdict: 'judgingError', detail: `sandbox: ${run.message ?? 'unknown failure'}` };
    case 'stopped':
      return { verdict: 'judgingError', detail: 'stopped by the judge' };
    case 'security':
      return { verdict: 'restrictedFunction', detail: run.message ?? 'forbidden system call' };
    case 'memory':
      return { verdict: 'memoryLimit', detail: `used ${run.peakKb} KB` };
    case 'output':
      return { verdict: 'outputLimit', detail: `wrote ${run.outputBytes} bytes` };
    case 'cpu':
      return overTime(run);
    case 'wall':
      return outOfWallTime(run, rules);
    case 'signal':
      return stoppedOrOverTime(run, rules, `signal ${signalName(run.signal)}`);
    case 'exit':
      if (run.exitCode === 0) return isOverTime(run, rules) ? overTime(run) : null;
      return stoppedOrOverTime(run, rules, `exit code ${run.exitCode}`);
  }
}

/** Share of the time that a program which computes gets even on a crowded processor; one that sleeps uses less. */
const BUSY_SHARE = 0.02;

/**
 * Whether the wall limit stopped a program that was computing. The limit leaves out what the scheduler counts as
 * starvation; other delays (naps between its steps, a slow disk) are not counted anywhere, so only a run with more
 * time can show whether it keeps its CPU limit.
 */
export function deservesPatience({ cause, cpuUs, wallUs, starvedUs = 0 }: RunResult): boolean {
  return cause === 'wall' && cpuUs >= (wallUs - starvedUs) * BUSY_SHARE;
}

/** Whether the CPU limit was exceeded. A program may end by itself between the limit and the sandbox's next check. */
function isOverTime(run: RunResult, rules: RunRules): boolean {
  return run.cpuUs > rules.timeLimitMs * 1000;
}

function overTime(run: RunResult): RunFailure {
  return { verdict: 'timeLimit', detail: `CPU ${Math.round(run.cpuUs / 1000)} ms` };
}

/**
 * Verdict at the wall limit. With half of the CPU limit used the program worked and the machine was slow: time limit.
 * With less it slept or waited for input that never comes: idleness.
 */
function outOfWallTime(run: RunResult, rules: RunRules): RunFailure {
  const worked = run.cpuUs * 2 >= rules.timeLimitMs * 1000;
  const starved = run.starvedUs ? `, kept from the processor for ${Math.round(run.starvedUs / 1000)} ms` : '';
  const detail = `wall ${Math.round(run.wallUs / 1000)} ms, CPU ${Math.round(run.cpuUs / 1000)} ms${starved}`;
  return { verdict: worked ? 'timeLimit' : 'idlenessLimit', detail };
}

function stoppedOrOverTime(run: RunResult, rules: RunRules, detail: string): RunFailure {
  if (isOverTime(run, rules)) return overTime(run);
  if (rules.endsItselfWhenFull && run.peakKb >= rules.memoryLimitKb * NEARLY_FULL) {
    return { verdict: 'memoryLimit', detail: `${detail} with ${run.peakKb} KB in use` };
  }
  return { verdict: 'runtimeError', detail };
}
