import type { JudgeWelcome } from '@balloon/contracts/judging/judge.ts';
import { AwayError } from '@balloon/worker/web-calls.ts';

/** Reports the progress of a task to the server, which also keeps the lease. */
export interface ProgressReporter<Step> extends Disposable {
  report(step: Step): void;
}

interface ReporterOptions<Step> {
  welcome: Pick<JudgeWelcome, 'leaseMs' | 'progressEveryMs'>;
  /** Step at the start, which the claim itself has reported. */
  first: Step;
  /**
   * Reports to the server once; false when the lease is lost.
   *
   * @param withinMs time in ms after which another report is due, so that this one need not be waited for
   */
  send(step: Step, withinMs: number): Promise<boolean>;
  /** Called when the server reports that the lease is lost. */
  onLost(): void;
  /** Time in ms within which a lost lease must be noticed, where that is shorter than the lease requires. */
  hearsWithinMs?: number;
  signal: AbortSignal;
}

/** Number of reports per lease: two may get lost before the lease does. */
const REPORTS_PER_LEASE = 3;

/** Longest pause between looks for a change, in times of the first. */
const SLOWEST = 3;

/**
 * Sends changes, the first after `progressEveryMs` and later ones with pauses that grow up to three times that: who
 * waits long needs no report twice a second, and each costs web and judge as much as a test. A report is sent at
 * least three times per lease: a long test changes nothing, yet the server must know that the judge lives. A task that is
 * done faster than `progressEveryMs` costs no report at all.
 */
export function startProgressReporter<Step>(options: ReporterOptions<Step>): ProgressReporter<Step> {
  const { welcome, onLost, signal, hearsWithinMs = Number.POSITIVE_INFINITY } = options;
  const withinMs = welcome.leaseMs / REPORTS_PER_LEASE;
  const reportEveryMs = Math.min(withinMs, hearsWithinMs);
  let latest = options.first;
  let sent = latest;
  let sentAtMs = performance.now();
  let isSending = false;

  async function send(): Promise<void> {
    isSending = true;
    sent = latest;
    sentAtMs = performance.now();
    try {
      if (!(await options.send(latest, withinMs))) onLost();
    } finally {
      isSending = false;
    }
  }

  function look(): void {
    const isDue = performance.now() - sentAtMs >= reportEveryMs;
    if (isSending || (sent === latest && !isDue)) return;
    send().catch((error: unknown) => {
      // The next report comes soon; calls that need an answer report an unavailable server.
      if (!signal.aborted && !(error instanceof AwayError)) onLost();
    });
  }

  let pauseMs = welcome.progressEveryMs;
  let timer: NodeJS.Timeout;
  function plan(): void {
    const dueInMs = Math.max(welcome.progressEveryMs, reportEveryMs - (performance.now() - sentAtMs));
    timer = setTimeout(
      () => {
        look();
        pauseMs = Math.min(2 * pauseMs, SLOWEST * welcome.progressEveryMs);
        plan();
      },
      Math.min(pauseMs, dueInMs),
    );
  }
  plan();

  return {
    report(step) {
      latest = step;
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
