import type { JudgeTask, JudgeWelcome, ProgressReport } from '@balloon/contracts/judge.ts';
import type { z } from 'zod';
import { AwayError } from '#service/judge-api.ts';
import type { JudgeSession } from '#service/judge-session.ts';

type State = z.infer<typeof ProgressReport>['state'];

/** Tells the server how far a task is, which also keeps the lease. */
export interface ProgressReporter extends Disposable {
  report(state: State, testNumber: number): void;
}

interface ReporterOptions {
  session: JudgeSession;
  welcome: Pick<JudgeWelcome, 'leaseMs' | 'progressEveryMs'>;
  task: Pick<JudgeTask, 'solutionId' | 'fence'>;
  /** Called when the server says that the lease is lost. */
  onLost(): void;
  signal: AbortSignal;
}

/** A third of the lease: two reports may get lost before the lease does. */
const REPORTS_PER_LEASE = 3;

/**
 * Sends what changed at most every `progressEveryMs`, and something at least three times per lease: a long test
 * changes nothing, yet the server must hear that we live. The claim itself told that we began, so a solution
 * that is judged faster than `progressEveryMs` costs no report at all.
 */
export function startProgressReporter(options: ReporterOptions): ProgressReporter {
  const { session, welcome, task, onLost, signal } = options;
  let latest: { state: State; testNumber: number } = { state: 'compiling', testNumber: 0 };
  let sent = latest;
  let sentAtMs = performance.now();
  let isSending = false;

  async function send(): Promise<void> {
    isSending = true;
    sent = latest;
    sentAtMs = performance.now();
    try {
      const report = { solutionId: task.solutionId, fence: task.fence, ...latest };
      const keep = await session.askOnce(
        ({ judgeId }) => session.api.progress({ judgeId, ...report }, signal),
        signal,
      );
      if (!keep) onLost();
    } finally {
      isSending = false;
    }
  }

  const timer = setInterval(() => {
    const isDue = performance.now() - sentAtMs >= welcome.leaseMs / REPORTS_PER_LEASE;
    if (isSending || (sent === latest && !isDue)) return;
    send().catch((error: unknown) => {
      // The next report comes soon; a server that is away is told about by those who need an answer.
      if (!signal.aborted && !(error instanceof AwayError)) onLost();
    });
  }, welcome.progressEveryMs);

  return {
    report(state, testNumber) {
      latest = { state, testNumber };
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
