import type { VerdictKey } from '@balloon/domain/verdicts.ts';
import type { RunResult } from '#sandbox/sandbox.ts';
import { signalName } from '#signals.ts';

/** What the rules need to know besides the run itself. */
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
  /** For supervisors. */
  detail: string;
}

/** Nearly full: what a runtime holds back for itself when it says that its heap is full. */
const NEARLY_FULL = 0.9;

/**
 * The verdict of one run by rule, or null when the program ended well and its output is to be checked.
 * What the sandbox says it stopped the program for comes first; a failure of our own is never the program's fault.
 *
 * @see docs of the verdicts in domain/verdicts.ts
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

/** Who sleeps or waits uses less than this share of the time; who computes gets more even of a crowded processor. */
const BUSY_SHARE = 0.02;

/**
 * Whether the clock stopped a program that was computing: then either the machine was too busy for it or it naps
 * between its steps, and only a run with more time can tell whether it keeps its CPU limit.
 */
export function deservesPatience({ cause, cpuUs, wallUs }: RunResult): boolean {
  return cause === 'wall' && cpuUs >= wallUs * BUSY_SHARE;
}

/** A program may end by itself between its last permitted moment and the sandbox's look at the clock. */
function isOverTime(run: RunResult, rules: RunRules): boolean {
  return run.cpuUs > rules.timeLimitMs * 1000;
}

function overTime(run: RunResult): RunFailure {
  return { verdict: 'timeLimit', detail: `CPU ${Math.round(run.cpuUs / 1000)} ms` };
}

/**
 * Half of the limit in CPU means that it worked and the machine was slow: the clock is to blame, not idleness.
 * Less means that it slept or waited for input that never comes.
 */
function outOfWallTime(run: RunResult, rules: RunRules): RunFailure {
  const worked = run.cpuUs * 2 >= rules.timeLimitMs * 1000;
  const detail = `wall ${Math.round(run.wallUs / 1000)} ms, CPU ${Math.round(run.cpuUs / 1000)} ms`;
  return { verdict: worked ? 'timeLimit' : 'idlenessLimit', detail };
}

function stoppedOrOverTime(run: RunResult, rules: RunRules, detail: string): RunFailure {
  if (isOverTime(run, rules)) return overTime(run);
  if (rules.endsItselfWhenFull && run.peakKb >= rules.memoryLimitKb * NEARLY_FULL) {
    return { verdict: 'memoryLimit', detail: `${detail} with ${run.peakKb} KB in use` };
  }
  return { verdict: 'runtimeError', detail };
}
