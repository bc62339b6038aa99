import type { ClaimedWork } from '@balloon/contracts/judging/leases.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { failPart } from '#features/comparing/end-part.ts';
import { makeCompareTask } from '#features/comparing/make-compare-task.ts';
import { lockSearchOfPart } from '#features/comparing/parts.queries.ts';
import { announceProgress } from '#features/judging/leases/announce-progress.ts';
import type { KeptTestsets } from '#features/judging/tasks/kept-testsets.ts';
import { makeRejudgeTask, makeTask } from '#features/judging/tasks/make-task.ts';
import { endRejudging } from '#features/judging/verdicts/end-rejudging.ts';
import { finishJudging, judgingError, lockLogOfSolution } from '#features/judging/verdicts/finish-judging.ts';
import { endImport } from '#features/packages/end-import.ts';
import { makeImportTask } from '#features/packages/make-import-task.ts';
import { endCheck } from '#features/problem-checks/end-check.ts';
import { makeCheckTask } from '#features/problem-checks/make-check-task.ts';
import type { Lease } from '#features/queue/claim.queries.ts';
import { type HeldLease, postponeJudging, type Subject } from '#features/queue/lease.queries.ts';
import { endTrialRun, FAILED } from '#features/trial-runs/end-trial-run.ts';
import { makeTrialTask } from '#features/trial-runs/make-trial-task.ts';

/*
 * What differs between the kinds of work; everything else about leases is in queue/lease.queries.ts. A new kind adds
 * a column for its subject to `judging`, and a case to each function here and to `announceProgress`.
 */

/** Collects everything that a judge needs for a lease; null when the work cannot be done (any more). */
export async function makeWork(db: Db, testsets: KeptTestsets, lease: Lease): Promise<ClaimedWork | null> {
  if ('similarityPartId' in lease) {
    const task = await makeCompareTask(db, lease);
    return task && { kind: 'compare', task };
  }
  if ('rejudgingRunId' in lease) {
    const task = await makeRejudgeTask(db, testsets, lease);
    return task && { kind: 'rejudge', task };
  }
  if ('checkId' in lease) {
    const task = await makeCheckTask(db, lease);
    return task && { kind: 'check', task };
  }
  if ('importId' in lease) {
    const task = await makeImportTask(db, lease);
    return task && { kind: 'import', task };
  }
  if ('trialRunId' in lease) {
    const task = await makeTrialTask(db, lease);
    return task && { kind: 'trial', task };
  }
  const task = await makeTask(db, testsets, lease);
  return task && { kind: 'solution', task };
}

/** Locks the rows that must be locked before that of the queue: all transactions lock in the same order. */
export async function lockSubject(tx: Tx, lease: Subject): Promise<void> {
  if ('solutionId' in lease) await lockLogOfSolution(tx, lease.solutionId);
  if ('similarityPartId' in lease) await lockSearchOfPart(tx, lease.similarityPartId);
}

/**
 * Ends work that is not tried again. Authors of solutions and trial runs only read that the judges failed.
 *
 * @param reason for supervisors
 * @returns false when the lease is lost; then nothing has changed
 */
export function failWork(tx: Tx, lease: HeldLease, reason: string): Promise<boolean> {
  if ('similarityPartId' in lease) return failPart(tx, lease);
  if ('rejudgingRunId' in lease) return endRejudging(tx, lease, judgingError(reason));
  if ('checkId' in lease) return endCheck(tx, lease, { state: 'failed', message: reason, result: null });
  if ('importId' in lease) return endImport(tx, lease, { state: 'failed', message: reason });
  if ('trialRunId' in lease) return endTrialRun(tx, lease, FAILED);
  return finishJudging(tx, lease, judgingError(reason));
}

/**
 * Puts a failed attempt back; false when the lease is lost or it was the last attempt. Judges poll after the pause,
 * because a wake-up now would come too early.
 */
export async function tryAgainLater(tx: Tx, lease: HeldLease): Promise<boolean> {
  await lockSubject(tx, lease);
  const postponed = await postponeJudging(tx, lease);
  if (postponed) await announceProgress(tx, lease);
  return postponed;
}
