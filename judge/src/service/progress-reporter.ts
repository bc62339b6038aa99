import type { JudgeWelcome } from '@balloon/contracts/judge.ts';
import { AwayError } from '#service/judge-api.ts';

/** Tells the server how far a task is, which also keeps the lease. */
export interface ProgressReporter<Step> extends Disposable {
  report(step: Step): void;
}

interface ReporterOptions<Step> {
  welcome: Pick<JudgeWelcome, 'leaseMs' | 'progressEveryMs'>;
  /** Where the task stands; the claim itself has told that. */
  first: Step;
  /** Tells the server once; false when the lease is lost. */
  send(step: Step): Promise<boolean>;
  /** Called when the server says that the lease is lost. */
  onLost(): void;
  /** How soon we must hear of that, where it is sooner than the lease asks for. */
  hearsWithinMs?: number;
  signal: AbortSignal;
}

/** A third of the lease: two reports may get lost before the lease does. */
const REPORTS_PER_LEASE = 3;

/**
 * Sends what changed at most every `progressEveryMs`, and something at least three times per lease: a long test
 * changes nothing, yet the server must hear that we live. A task that is done faster than `progressEveryMs` costs no
 * report at all.
 */
export function startProgressReporter<Step>(options: ReporterOptions<Step>): ProgressReporter<Step> {
  const { welcome, onLost, signal, hearsWithinMs = Number.POSITIVE_INFINITY } = options;
  const reportEveryMs = Math.min(welcome.leaseMs / REPORTS_PER_LEASE, hearsWithinMs);
  let latest = options.first;
  let sent = latest;
  let sentAtMs = performance.now();
  let isSending = false;

  async function send(): Promise<void> {
    isSending = true;
    sent = latest;
    sentAtMs = performance.now();
    try {
      if (!(await options.send(latest))) onLost();
    } finally {
      isSending = false;
    }
  }

  const timer = setInterval(() => {
    const isDue = performance.now() - sentAtMs >= reportEveryMs;
    if (isSending || (sent === latest && !isDue)) return;
    send().catch((error: unknown) => {
      // The next report comes soon; a server that is away is told about by those who need an answer.
      if (!signal.aborted && !(error instanceof AwayError)) onLost();
    });
  }, welcome.progressEveryMs);

  return {
    report(step) {
      latest = step;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
