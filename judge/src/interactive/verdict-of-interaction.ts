import type { InteractionVerdict, InteractorDecision } from '#interactive/interaction.ts';
import { signalName } from '#run/signals.ts';
import { type RunFailure, type RunRules, verdictOfRun } from '#run/verdict-of-run.ts';
import type { PairedResult } from '#sandbox/sandbox.ts';

/** Ends of both sides of one conversation. */
export interface InteractionEnd {
  solution: PairedResult;
  interactor: PairedResult;
  /** Meaning of the interactor's exit code; `failed` also for a crash or an exceeded limit of its own. */
  decision: InteractorDecision;
  /** Message of the interactor to the jury. */
  said: string;
  rules: RunRules;
}

const SIGPIPE = 13;

/**
 * Decides the verdict of one conversation by rule. The side that ended first decides: the fate of a program after
 * its partner ended is a consequence, and the sandbox reports the order reliably (see `runPair`).
 *
 * 1. The sandbox failed: judging error.
 * 2. The solution ended first and badly (limit, signal, exit code): that is the verdict, whatever the interactor made
 *    of the silence. Its idleness is excused when its output lay unread: then the interactor hangs.
 * 3. The interactor crashed, reports its own failure, or exceeded a limit of its own: judging error.
 * 4. The interactor rejected: its verdict, whatever happened to the solution afterwards.
 * 5. The interactor accepted: the solution must still end well and in time. It reads the end of its input by then.
 *
 * A program that waits for ever, such as a solution that did not flush its question, gets the idleness limit; in
 * labels of ICPC packages that belongs to the same family as "time limit".
 *
 * @see DOMjudge, `determineVerdict`, and Kattis problemtools, `_run_interactive`, which have the same rules
 */
export function verdictOfInteraction(end: InteractionEnd): InteractionVerdict {
  const { solution, interactor, decision, said } = end;
  for (const { cause, message } of [solution, interactor]) {
    if (cause === 'internal') return judgingError(`sandbox: ${message ?? 'unknown failure'}`);
  }
  const solutionEndedFirst = solution.endedUs <= interactor.endedUs;
  const failure = failureOf(end);
  if (solutionEndedFirst && failure) {
    if (waitedForDeafInteractor(solution))
      return judgingError('the interactor does not read the output of the solution');
    return { ...failure, detail: joined(failure.detail, said) };
  }
  if (decision === 'failed') return judgingError(`the interactor ${howItFailed(interactor)}: ${said}`);
  const accepts = decision === 'accepted' || decision === 'partial';
  if (accepts && failure && !diedOfClosedPipe(solution)) return lateFailure(failure, said);
  return { verdict: decision, detail: said };
}

/**
 * Returns the failure of the solution itself, or null. Being stopped because the other side had decided is no
 * failure.
 */
function failureOf({ solution, rules }: InteractionEnd): RunFailure | null {
  return solution.cause === 'stopped' ? null : verdictOfRun(solution, rules);
}

/**
 * Whether the solution waited for an interactor that does not read. Only a side that stopped reading leaves output
 * unread: both wait, but not for each other. An interactor that is itself blocked with more output than the solution
 * has read is in order.
 */
function waitedForDeafInteractor({ cause, unreadOutput, unreadInput }: PairedResult): boolean {
  return cause === 'wall' && unreadOutput > 0 && unreadInput === 0;
}

/** Whether a program died of writing to a closed pipe. Our sandbox spares programs that, others may not. */
function diedOfClosedPipe({ cause, signal }: PairedResult): boolean {
  return cause === 'signal' && signal === SIGPIPE;
}

/**
 * Returns the verdict of a solution that failed after the interactor accepted, when no partner is left to wait for.
 */
function lateFailure(failure: RunFailure, said: string): InteractionVerdict {
  const verdict = failure.verdict === 'idlenessLimit' ? 'timeLimit' : failure.verdict;
  return { verdict, detail: joined(`${failure.detail}, after the interactor had accepted`, said) };
}

function howItFailed({ cause, exitCode, signal }: PairedResult): string {
  if (cause === 'exit') return exitCode === null ? 'broke' : `ended with exit code ${exitCode}`;
  if (cause === 'signal') return `crashed with ${signalName(signal)}`;
  return cause === 'stopped' ? 'did not end' : `was stopped by its limit (${cause})`;
}

function judgingError(detail: string): InteractionVerdict {
  return { verdict: 'judgingError', detail };
}

function joined(ours: string, said: string): string {
  return said === '' ? ours : `${ours}; the interactor says: ${said}`;
}
