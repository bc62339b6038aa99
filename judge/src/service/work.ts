import { addAbortListener } from 'node:events';
import type { JudgeWelcome, ProgressReport } from '@balloon/contracts/judge.ts';
import type { z } from 'zod';
import { cutDetail } from '#cut-detail.ts';
import type { JudgingHooks } from '#judge-solution.ts';
import type { JudgingSlot, Workshop } from '#judging-slot.ts';
import { errorText, type Log } from '#log.ts';
import type { IdleGate } from '#service/idle-gate.ts';
import { RefusedError } from '#service/judge-api.ts';
import type { JudgeSession } from '#service/judge-session.ts';
import { startProgressReporter } from '#service/progress-reporter.ts';

export interface SlotDuties {
  session: JudgeSession;
  workshop: Workshop;
  /** Where slots tell that they judge. */
  gate: IdleGate;
  log: Log;
  /** The sandbox died; the judge closes next. */
  died: AbortSignal;
  /** The judge closes: take nothing new, give back what is unfinished. */
  closing: AbortSignal;
  /** The judge has closed: say nothing any more. A finished verdict has until then to reach the server. */
  closed: AbortSignal;
}

export type Step = Pick<z.infer<typeof ProgressReport>, 'state' | 'testNumber'>;

/** What a slot works on, a solution or a trial run, and how the server hears of it. */
export interface Work<Outcome> {
  /** For the log. */
  name: string;
  run(workshop: Workshop, slot: JudgingSlot, hooks: JudgingHooks): Promise<Outcome>;
  /** What trouble of this judge comes to. */
  troubleOf(detail: string | null, mode: Workshop['mode']): Outcome;
  summary(outcome: Outcome): string;
  /** See `startProgressReporter`. */
  hearsWithinMs?: number;
  /** One attempt each, as in judge-api.ts. */
  progress(judgeId: number, step: Step, signal: AbortSignal): Promise<boolean>;
  result(judgeId: number, outcome: Outcome, signal: AbortSignal): Promise<boolean>;
  release(judgeId: number, signal: AbortSignal): Promise<void>;
}

/**
 * Does claimed work and delivers the result.
 *
 * @throws {Error} trouble of this judge (disk full, a blob that nobody has, a dead sandbox), after it was delivered
 *   as a failure of ours: the server counts the attempt and lets another judge try
 */
export async function workOn<Outcome>(
  work: Work<Outcome>,
  welcome: JudgeWelcome,
  slot: JudgingSlot,
  duties: SlotDuties,
): Promise<void> {
  const { closing, died, workshop } = duties;
  const lost = new AbortController();
  try {
    const outcome = await runWhileWanted(work, welcome, slot, duties, lost);
    await deliver(work, outcome, duties);
  } catch (error) {
    // A program that brings the sandbox down must not do so for ever: that attempt counts.
    if (closing.aborted && !died.aborted) await giveBack(work, duties);
    else if (lost.signal.aborted) duties.log.info(`${work.name} is not wanted from us any more`);
    else {
      const trouble = died.aborted ? died.reason : error;
      await deliver(work, work.troubleOf(cutDetail(errorText(trouble)), workshop.mode), duties);
      throw trouble;
    }
  }
}

async function runWhileWanted<Outcome>(
  work: Work<Outcome>,
  welcome: JudgeWelcome,
  slot: JudgingSlot,
  { session, workshop, closing, closed }: SlotDuties,
  lost: AbortController,
): Promise<Outcome> {
  using progress = startProgressReporter<Step>({
    welcome,
    first: { state: 'compiling', testNumber: 0 },
    send: (step) => session.askOnce(({ judgeId }) => work.progress(judgeId, step, closed), closed),
    onLost: () => lost.abort(),
    ...(work.hearsWithinMs === undefined ? {} : { hearsWithinMs: work.hearsWithinMs }),
    signal: closed,
  });
  const signal = AbortSignal.any([closing, lost.signal]);
  const running = work.run(workshop, slot, {
    report: (state, testNumber) => progress.report({ state, testNumber }),
    signal,
  });
  // A lost lease waits for the end of the current test, because the slot is needed again; a closing judge does not.
  const called = Promise.withResolvers<never>();
  using _listener = addAbortListener(closing, () => called.reject(closing.reason));
  return await Promise.race([running, called.promise]);
}

/** Tries until the server has the result or refuses it: a finished verdict must not be lost while the web restarts. */
async function deliver<Outcome>(
  work: Work<Outcome>,
  outcome: Outcome,
  { session, log, closed }: SlotDuties,
): Promise<void> {
  try {
    const stored = await session.ask(({ judgeId }) => work.result(judgeId, outcome, closed), closed);
    const end = stored ? '' : ', which came too late and was not stored';
    log.info(`${work.name}: ${work.summary(outcome)}${end}`);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    log.error(`${work.name}: the server refused the result (${error.code}: ${error.message})`);
  }
}

async function giveBack<Outcome>(
  { name, release }: Work<Outcome>,
  { session, log, closed }: SlotDuties,
): Promise<void> {
  try {
    await session.askOnce(({ judgeId }) => release(judgeId, closed), closed);
    log.info(`${name} was given back`);
  } catch (error) {
    log.warn(`${name} could not be given back (${errorText(error)}); its lease will run out`);
  }
}
