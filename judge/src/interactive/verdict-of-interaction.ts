import type { InteractionVerdict, InteractorDecision } from '#interactive/interaction.ts';
import type { PairedResult } from '#sandbox/sandbox.ts';
import { signalName } from '#signals.ts';
import { type RunFailure, type RunRules, verdictOfRun } from '#verdict-of-run.ts';

/** How both sides of one conversation ended. */
export interface InteractionEnd {
  solution: PairedResult;
  interactor: PairedResult;
  /** What the interactor's exit code means; `failed` also for a crash or a limit of its own. */
  decision: InteractorDecision;
  /** What the interactor says to the jury. */
  said: string;
  rules: RunRules;
}

const SIGPIPE = 13;

/**
 * The verdict of one conversation, by rule. Who ended first decides: what happens to a program after its partner has
 * gone is a consequence, and the sandbox tells the order reliably (see `runPair`).
 *
 * 1. The sandbox failed: judging error.
 * 2. The solution ended first and badly (limit, signal, exit code): that is the verdict, whatever the interactor made
 *    of the silence. Its idleness is excused when its words lay unread: then the interactor hangs.
 * 3. The interactor broke, says that it failed, or ran into a limit of its own: judging error.
 * 4. The interactor rejected: its verdict, whatever became of the solution afterwards.
 * 5. The interactor accepted: the solution must still end well and in time. It reads the end of its input by then.
 *
 * A solution that waits for an answer to what it never flushed, and everybody else who waits for ever, gets the
 * idleness limit; in labels of ICPC packages that is of one family with "time limit".
 *
 * @see DOMjudge, `determineVerdict`, and Kattis problemtools, `_run_interactive`, which rule alike
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
      return judgingError('the interactor does not read what the solution says');
    return { ...failure, detail: joined(failure.detail, said) };
  }
  if (decision === 'failed') return judgingError(`the interactor ${howItFailed(interactor)}: ${said}`);
  const accepts = decision === 'accepted' || decision === 'partial';
  if (accepts && failure && !diedOfClosedPipe(solution)) return lateFailure(failure, said);
  return { verdict: decision, detail: said };
}

/** What the solution did wrong by itself, or null. Being stopped because the other side had decided is nothing. */
function failureOf({ solution, rules }: InteractionEnd): RunFailure | null {
  return solution.cause === 'stopped' ? null : verdictOfRun(solution, rules);
}

/**
 * Only who does not listen leaves words unread: both wait, but not for each other. An interactor that is itself stuck
 * with more words than the solution has read is in order.
 */
function waitedForDeafInteractor({ cause, unreadOutput, unreadInput }: PairedResult): boolean {
  return cause === 'wall' && unreadOutput > 0 && unreadInput === 0;
}

/** The sandbox spares programs that, but not all sandboxes do. */
function diedOfClosedPipe({ cause, signal }: PairedResult): boolean {
  return cause === 'signal' && signal === SIGPIPE;
}

/** After the interactor has accepted there is nobody left to wait for. */
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
