import type { ClaimRequest, JudgeTask, TrialTask } from '@balloon/contracts/judge.ts';
import type { z } from 'zod';
import { NotFoundError } from '#errors.ts';
import { claimNext } from '#features/judging/claim.queries.ts';
import { findWorkingLanguages, seeJudge } from '#features/judging/judges.queries.ts';
import { announceProgress } from '#features/judging/lease.queries.ts';
import { giveUpJudging, makeTask } from '#features/judging/make-task.ts';
import { releaseWork } from '#features/judging/release-work.ts';
import type { WaitingJudges } from '#features/judging/waiting-judges.ts';
import { giveUpTrialRun, makeTrialTask } from '#features/trial-runs/make-trial-task.ts';
import type { Services } from '#services.ts';

/** Longer waiting gains nothing, and a judge is seen at each claim. */
const MAX_WAIT_MS = 30_000;
/** A wake-up is a hint; work that becomes available by time alone has none. */
const LOOK_AGAIN_MS = 5_000;

export type Work = JudgeTask | TrialTask;

/**
 * Leases the next solution or trial run to a judge, waiting for one if need be. No database connection is held meanwhile.
 *
 * @param signal aborts when the judge has hung up: nothing is leased to it, or what was leased goes back
 * @returns null when the time is over
 * @throws {NotFoundError} JUDGE_UNKNOWN: say hello first
 */
export async function claimWork(
  services: Services,
  waiting: WaitingJudges,
  { judgeId, waitMs, takesTrials }: z.infer<typeof ClaimRequest>,
  signal: AbortSignal,
): Promise<Work | null> {
  const languageKeys = await seeJudge(services.db, judgeId);
  if (!languageKeys) throw new NotFoundError('JUDGE_UNKNOWN', 'Say hello first');
  const claimer = { judgeId, languageKeys, takesTrials, leaseMs: services.options.leaseMs };
  const untilMs = performance.now() + Math.min(waitMs, MAX_WAIT_MS);
  const ticket = waiting.enter(languageKeys);
  signal.addEventListener('abort', () => ticket.giveUp(), { once: true });
  try {
    while (!signal.aborted && !ticket.isGivenUp) {
      const task = await takeTask(services, claimer);
      if (task) return await handOver(services, waiting, task, signal);
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) break;
      await ticket.woken(Math.min(leftMs, LOOK_AGAIN_MS));
      if (!isSame(languageKeys, await findWorkingLanguages(services.db, judgeId))) {
        // Its languages were drained or given back meanwhile: it asks anew, and others take what it was woken for.
        waiting.wakeAll();
        break;
      }
    }
    return null;
  } finally {
    ticket.leave();
  }
}

function isSame(before: readonly string[], now: readonly string[]): boolean {
  return before.length === now.length && before.every((key) => now.includes(key));
}

async function handOver(services: Services, waiting: WaitingJudges, task: Work, signal: AbortSignal) {
  if (signal.aborted) {
    await releaseWork(services, task);
    return null;
  }
  // One announcement may have stood for several solutions: the next judge looks, too.
  waiting.wake(task.language);
  return task;
}

async function takeTask(services: Services, claimer: Parameters<typeof claimNext>[1]): Promise<Work | null> {
  const { db } = services;
  for (;;) {
    const lease = await claimNext(db, claimer);
    if (!lease) return null;
    await announceProgress(db, lease);
    if ('trialRunId' in lease) {
      const task = await makeTrialTask(db, lease);
      if (task) return task;
      await giveUpTrialRun(services, lease);
    } else {
      const task = await makeTask(db, lease);
      if (task) return task;
      await giveUpJudging(services, lease);
    }
  }
}
