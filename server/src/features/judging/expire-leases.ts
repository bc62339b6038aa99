import type { Tx } from '@balloon/database/connect.ts';
import { finishJudging, judgingError, lockLogOfSolution } from '#features/judging/finish-judging.ts';
import {
  announceProgress,
  findExhausted,
  type HeldLease,
  isStillExpired,
  returnExpiredLeases,
  subjectOf,
} from '#features/judging/lease.queries.ts';
import { MAX_ATTEMPTS } from '#features/judging/take-result.ts';
import { endTrialRun, FAILED } from '#features/trial-runs/end-trial-run.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services } from '#services.ts';

/**
 * Takes work back from judges that fell silent. Any number of web processes may do it at once.
 *
 * @returns how many solutions and trial runs went back to the queue
 */
export async function takeBackExpired({ db, log }: Services): Promise<number> {
  const returned = await db.transaction().execute(async (tx) => {
    const expired = await returnExpiredLeases(tx, MAX_ATTEMPTS);
    for (const row of expired) await announceProgress(tx, subjectOf(row));
    for (const languageKey of new Set(expired.map((row) => row.languageKey))) {
      await announce(tx, 'judging.waiting', { languageKey });
    }
    return expired;
  });
  for (const row of returned) {
    const { attempt } = row;
    log.warn({ ...subjectOf(row), attempt }, 'a judge fell silent; its work is back in the queue');
  }
  return returned.length;
}

/**
 * A solution that silenced one judge after the other would take them all down in turn: it becomes a judging
 * error for people to look at.
 */
export async function quarantineExhausted({ db, log }: Services): Promise<void> {
  for (const { attempt, judge, fence, ...row } of await findExhausted(db, MAX_ATTEMPTS)) {
    const lease = { ...subjectOf(row), fence };
    const reason = `${attempt} judges in a row fell silent over it, the last was ${judge}`;
    const isQuarantined = await db.transaction().execute((tx) => quarantine(tx, lease, reason));
    if (isQuarantined)
      log.error({ ...lease, reason }, 'QUARANTINED: work silenced one judge after the other');
  }
}

async function quarantine(tx: Tx, lease: HeldLease, reason: string): Promise<boolean> {
  if ('trialRunId' in lease) {
    return (await isStillExpired(tx, lease)) && endTrialRun(tx, lease, FAILED);
  }
  await lockLogOfSolution(tx, lease.solutionId);
  if (!(await isStillExpired(tx, lease))) return false;
  return finishJudging(tx, lease, judgingError(`Quarantined: ${reason}`));
}
