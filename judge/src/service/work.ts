import type { JudgeWelcome } from '@balloon/contracts/judging/judge.ts';
import type { ClaimedWork, NextWish, ResultReply, WorkStep } from '@balloon/contracts/judging/leases.ts';
import { errorText, type Log } from '@balloon/worker/log.ts';
import { orAbort } from '@balloon/worker/waiting.ts';
import { RefusedError } from '@balloon/worker/web-calls.ts';
import { cutDetail } from '#judging/cut-detail.ts';
import type { JudgingHooks } from '#judging/judge-solution.ts';
import type { JudgeSession } from '#service/judge-session.ts';
import { startProgressReporter } from '#service/progress-reporter.ts';
import type { ResultsUnderWay } from '#service/results-under-way.ts';
import type { WorkNote, WorkNotes } from '#service/work-notes.ts';

/** Services and signals that all loops of a judge share. */
export interface Duties {
  session: JudgeSession;
  notes: WorkNotes;
  log: Log;
  underWay: ResultsUnderWay;
  /** Aborts when the sandbox died; the judge closes next. */
  died: AbortSignal;
  /** Whether the judge can be trusted at the moment; otherwise it claims nothing. */
  isFit(): boolean;
  /** Aborts when the judge begins to close: it claims nothing new and returns unfinished work. */
  closing: AbortSignal;
  /** Aborts when the judge has closed: it sends nothing more. A finished verdict has until then to be delivered. */
  closed: AbortSignal;
}

/** Claimed work of any kind: what is done under its lease. Renewing and returning leases is the same for all kinds. */
export interface Work {
  /** Name in the log. */
  name: string;
  lease: Lease;
  /** Step at the start, which the server knows from the claim. */
  first: WorkStep;
  /** See `startProgressReporter`. */
  hearsWithinMs?: number;
  /** Whether the answer to the result takes a while, for which the place need not stand still. */
  isStoredLater?: boolean;
  run(hooks: WorkHooks): Promise<Delivery>;
  /** Makes the delivery after a failure of this judge: the server counts the attempt and lets another judge try. */
  failed(trouble: string): Delivery;
}

/** A note without its judge. Distributes over the kinds of leases, which `Omit` alone would merge into one. */
type WithoutJudge<Note> = Note extends { judgeId: number } ? Omit<Note, 'judgeId'> : never;
export type Lease = WithoutJudge<WorkNote>;

export interface WorkHooks {
  report(step: WorkStep): void;
  /** Aborts when the judge closes, the sandbox died or the lease is lost: the work ends at its next step. */
  signal: AbortSignal;
}

/** Converts the hooks for the judging of a solution or trial run. */
export const judgingHooks = ({ report, signal }: WorkHooks): JudgingHooks => ({
  report: (state, testNumber) => report({ state, testNumber }),
  signal,
});

/** Result that the server must receive. */
export interface Delivery {
  /** Outcome in the log. */
  summary: string;
  /** Sends the result once, as the calls of judge-api.ts do, with a wish where the kind of work can carry one. */
  send(judgeId: number, signal: AbortSignal, wish: Wish): Promise<ResultReply>;
}

/** Wish for the next work, spread over a result; empty for none. */
export type Wish = { next: NextWish } | Record<never, never>;

/** Work that came with the answer to a result, and the registration under which it was leased. */
export interface NextWork {
  claimed: ClaimedWork;
  welcome: JudgeWelcome;
}

/** The registration with the length of a lease as the answer said it that brought the work; older servers do not. */
export const leasedFor = (welcome: JudgeWelcome, leaseMs = welcome.leaseMs): JudgeWelcome => ({
  ...welcome,
  leaseMs,
});

/**
 * Does claimed work and delivers the result.
 *
 * @param wish sent with the result, unless this judge failed or closes, or the place goes on without the answer
 * @returns the next work, where the server had some; it must be done or given back
 * @throws {Error} after a failure of this judge (disk full, missing blob, dead sandbox), which the server then knows
 */
export async function workOn(
  work: Work,
  welcome: JudgeWelcome,
  duties: Duties,
  wish: Wish = {},
): Promise<NextWork | null> {
  const { closing, died, notes, log } = duties;
  const lost = new AbortController();
  using _note = notes.write({ ...work.lease, judgeId: welcome.judgeId });
  try {
    const delivery = await runWhileWanted(work, welcome, duties, lost);
    if (!work.isStoredLater || duties.underWay.isFull) return await deliver(work, delivery, duties, wish);
    duties.underWay.add(deliver(work, delivery, duties, {}), (error) =>
      log.warn(`${work.name}: its result was not delivered (${errorText(error)}); its lease will expire`),
    );
    return null;
  } catch (error) {
    // An attempt counts when the sandbox died: a program that kills it must not be tried for ever.
    if (closing.aborted && !died.aborted) await giveBack(work, duties, null);
    else if (lost.signal.aborted)
      log.info(`${work.name} is dropped: it was cancelled, reset or given to another judge`);
    else {
      const trouble = died.aborted ? died.reason : error;
      await deliver(work, work.failed(cutDetail(errorText(trouble)) ?? 'unknown failure'), duties, {});
      // A refusal here concerns this work alone, but as a RefusedError it would end the judge.
      throw trouble instanceof RefusedError ? new Error(errorText(trouble), { cause: trouble }) : trouble;
    }
    return null;
  }
}

async function runWhileWanted(
  work: Work,
  welcome: JudgeWelcome,
  { session, closing, died, closed }: Duties,
  lost: AbortController,
): Promise<Delivery> {
  using progress = startProgressReporter<WorkStep>({
    welcome,
    first: work.first,
    send: (step, withinMs) =>
      session.askOnce((api, { judgeId }) =>
        api.progress({ judgeId, ...work.lease, ...step }, closed, withinMs),
      ),
    onLost: () => lost.abort(),
    ...(work.hearsWithinMs === undefined ? {} : { hearsWithinMs: work.hearsWithinMs }),
    signal: closed,
  });
  const signal = AbortSignal.any([closing, died, lost.signal]);
  const running = work.run({ report: progress.report, signal });
  // A lost lease waits for the end of the current step, because the slot is needed again; a closing judge does not.
  return await orAbort(running, closing);
}

/** Sends until the server stores or refuses the result: a finished verdict must survive a restart of the server. */
async function deliver(
  work: Work,
  { summary, send }: Delivery,
  duties: Duties,
  wish: Wish,
): Promise<NextWork | null> {
  const { session, log, closing, closed } = duties;
  try {
    const { stored, next } = await session.ask(async (_api, welcome) => {
      const reply = await send(welcome.judgeId, closed, closing.aborted ? {} : wish);
      const { work: claimed, leaseMs } = reply;
      return { ...reply, next: claimed ? { claimed, welcome: leasedFor(welcome, leaseMs) } : null };
    }, closed);
    log.info(`${work.name}: ${summary}${stored ? '' : ' (not stored: the lease was lost meanwhile)'}`);
    return next;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const refusal = `the server refused the result (${error.code}: ${error.message})`;
    log.error(`${work.name}: ${refusal}`);
    await giveBack(work, duties, refusal);
    return null;
  }
}

/**
 * Returns work to the queue.
 *
 * @param trouble what failed, which counts as an attempt; null when no attempt is to be counted
 */
export async function giveBack(
  { name, lease }: Work,
  { session, log, closed }: Duties,
  trouble: string | null,
): Promise<void> {
  try {
    await session.askOnce((api, { judgeId }) => api.release({ judgeId, ...lease, trouble }, closed));
    log.info(`${name} was returned to the queue`);
  } catch (error) {
    log.warn(`${name} could not be returned to the queue (${errorText(error)}); its lease will expire`);
  }
}
