import { finishJudging, judgingError, lockLogOfSolution } from '#features/judging/finish-judging.ts';
import {
  announceProgress,
  findExhausted,
  isStillExpired,
  returnExpiredLeases,
} from '#features/judging/lease.queries.ts';
import { MAX_ATTEMPTS } from '#features/judging/take-result.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services } from '#services.ts';

/**
 * Takes work back from judges that fell silent. Any number of web processes may do it at once.
 *
 * @returns how many solutions went back to the queue
 */
export async function takeBackExpired({ db, log }: Services): Promise<number> {
  const returned = await db.transaction().execute(async (tx) => {
    const expired = await returnExpiredLeases(tx, MAX_ATTEMPTS);
    for (const { solutionId } of expired) await announceProgress(tx, solutionId);
    for (const languageKey of new Set(expired.map((row) => row.languageKey))) {
      await announce(tx, 'judging.waiting', { languageKey });
    }
    return expired;
  });
  for (const { solutionId, attempt } of returned) {
    log.warn({ solutionId, attempt }, 'a judge fell silent; its solution is back in the queue');
  }
  return returned.length;
}

/**
 * A solution that silenced one judge after the other would take them all down in turn: it becomes a judging
 * error for people to look at.
 */
export async function quarantineExhausted({ db, log }: Services): Promise<void> {
  for (const lease of await findExhausted(db, MAX_ATTEMPTS)) {
    const isQuarantined = await db.transaction().execute(async (tx) => {
      await lockLogOfSolution(tx, lease.solutionId);
      if (!(await isStillExpired(tx, lease))) return false;
      const silence = `${lease.attempt} judges in a row fell silent over it`;
      return finishJudging(tx, lease, judgingError(`Quarantined: ${silence}, the last was ${lease.judge}`));
    });
    if (isQuarantined) log.error(lease, 'QUARANTINED: a solution silenced one judge after the other');
  }
}
