import { addAbortListener } from 'node:events';
import type { JudgeTask, JudgeWelcome, ProgressReport } from '@balloon/contracts/judge.ts';
import type { z } from 'zod';
import { judgeTask, type Outcome } from '#judge-solution.ts';
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

/**
 * Judges a claimed task and delivers the result.
 *
 * @throws {Error} trouble of this judge (disk full, a blob that nobody has, a dead sandbox), after it was delivered
 *   as a judging error: the server counts the attempt and lets another judge try
 */
export async function workOnTask(
  task: JudgeTask,
  welcome: JudgeWelcome,
  slot: JudgingSlot,
  duties: SlotDuties,
): Promise<void> {
  const { closing, died } = duties;
  const lost = new AbortController();
  try {
    const outcome = await judgeWhileWanted(task, welcome, slot, duties, lost);
    await deliver(task, outcome, duties);
  } catch (error) {
    // A program that brings the sandbox down must not do so for ever: that attempt counts.
    if (closing.aborted && !died.aborted) await giveBack(task, duties);
    else if (lost.signal.aborted)
      duties.log.info(`Solution ${task.solutionId} is not wanted from us any more`);
    else {
      const trouble = died.aborted ? died.reason : error;
      await deliver(task, troubleOf(trouble, duties), duties);
      throw trouble;
    }
  }
}

/** The contract's bound on `detail`. */
const DETAIL_MAX = 4000;

function troubleOf(error: unknown, { workshop }: SlotDuties): Outcome {
  return {
    verdict: 'judgingError',
    testNumber: 0,
    timeMs: 0,
    memoryKb: 0,
    compilationError: null,
    detail: errorText(error).slice(0, DETAIL_MAX),
    judgedBy: { compiler: 'none', mode: workshop.mode },
    score: null,
    tests: [],
  };
}

type Step = Pick<z.infer<typeof ProgressReport>, 'state' | 'testNumber'>;

async function judgeWhileWanted(
  task: JudgeTask,
  welcome: JudgeWelcome,
  slot: JudgingSlot,
  { session, workshop, closing, closed }: SlotDuties,
  lost: AbortController,
): Promise<Outcome> {
  const { solutionId, fence } = task;
  using progress = startProgressReporter<Step>({
    welcome,
    first: { state: 'compiling', testNumber: 0 },
    send: (step) =>
      session.askOnce(
        ({ judgeId }) => session.api.progress({ judgeId, solutionId, fence, ...step }, closed),
        closed,
      ),
    onLost: () => lost.abort(),
    signal: closed,
  });
  const signal = AbortSignal.any([closing, lost.signal]);
  const judging = judgeTask(task, workshop, slot, {
    report: (state, testNumber) => progress.report({ state, testNumber }),
    signal,
  });
  // A lost lease waits for the end of the current test, because the slot is needed again; a closing judge does not.
  const called = Promise.withResolvers<never>();
  using _listener = addAbortListener(closing, () => called.reject(closing.reason));
  return await Promise.race([judging, called.promise]);
}

/** Tries until the server has the result or refuses it: a finished verdict must not be lost while the web restarts. */
async function deliver(
  task: JudgeTask,
  outcome: Outcome,
  { session, log, closed }: SlotDuties,
): Promise<void> {
  const { solutionId, fence } = task;
  try {
    const stored = await session.ask(
      ({ judgeId }) => session.api.result({ judgeId, solutionId, fence, ...outcome }, closed),
      closed,
    );
    const end = stored ? '' : ', which came too late and was not stored';
    log.info(`Solution ${solutionId}: ${summary(outcome)}${end}`);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    log.error(`Solution ${solutionId}: the server refused the result (${error.code}: ${error.message})`);
  }
}

function summary({ verdict, testNumber, timeMs, memoryKb }: Outcome): string {
  const where = testNumber === 0 ? '' : ` on test ${testNumber}`;
  return `${verdict}${where}, ${timeMs} ms, ${memoryKb} KB`;
}

async function giveBack(
  { solutionId, fence }: JudgeTask,
  { session, log, closed }: SlotDuties,
): Promise<void> {
  try {
    await session.askOnce(
      ({ judgeId }) => session.api.release({ judgeId, solutionId, fence }, closed),
      closed,
    );
    log.info(`Solution ${solutionId} was given back`);
  } catch (error) {
    log.warn(`Solution ${solutionId} could not be given back (${errorText(error)}); its lease will run out`);
  }
}
