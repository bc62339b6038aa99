import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { isDatabaseAway } from '#database-away.ts';
import { RESULTS_FINAL_STATE } from '#errors.ts';
import { announceProgress } from '#features/judging/leases/announce-progress.ts';
import { failWork, lockSubject } from '#features/judging/leases/kinds-of-work.ts';
import {
  findExhausted,
  type HeldLease,
  lockLease,
  removeFromQueue,
  returnExpiredLeases,
  subjectOf,
} from '#features/queue/lease.queries.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services } from '#services.ts';

/** Time in ms for which the end of one piece of work waits for a lock. */
const LOCKED_WITHIN_MS = 1_000;
/** Code by which PostgreSQL ends such a wait. */
const LOCK_NOT_AVAILABLE = '55P03';

const isOutOfTime = (error: unknown) => (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;

/**
 * Returns the work of silent judges to the queue. Several web processes may do it at once.
 *
 * @returns number of rows that went back to the queue
 */
export async function takeBackExpired({ db, log }: Services): Promise<number> {
  const returned = await db.transaction().execute(async (tx) => {
    const expired = await returnExpiredLeases(tx);
    for (const row of expired) await announceProgress(tx, subjectOf(row));
    for (const languageKey of new Set(expired.map((row) => row.languageKey))) {
      await announce(tx, 'judging.waiting', { languageKey });
    }
    return expired;
  });
  for (const row of returned) {
    const { attempt } = row;
    log.warn({ ...subjectOf(row), attempt }, 'a judge stopped reporting; its work is back in the queue');
  }
  return returned.length;
}

/**
 * Ends as failed the work over which several judges in a row stopped reporting, before it stops every judge.
 * Supervisors read the reason. What cannot be ended is logged and left, so that the rest is; what final results refuse leaves
 * the queue without a verdict, since no judge could ever end it.
 */
export async function quarantineExhausted({ db, log }: Services): Promise<void> {
  for (const { attempt, judge, fence, ...row } of await findExhausted(db)) {
    const lease = { ...subjectOf(row), fence };
    const reason = `${attempt} judges in a row fell silent over it, the last was ${judge}`;
    try {
      const isQuarantined = await db.transaction().execute((tx) => quarantine(tx, lease, reason));
      if (isQuarantined)
        log.error(
          { ...lease, reason },
          'QUARANTINED: several judges in a row stopped reporting over this work',
        );
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      if ((error as { code?: unknown }).code === RESULTS_FINAL_STATE) {
        if (await removeFromQueue(db, lease))
          log.error(
            { ...lease, reason },
            'FINAL RESULTS: this is not judged until they are opened and it is judged again',
          );
        continue;
      }
      if (isOutOfTime(error)) return; // results of its contest are being stored: the next round comes soon
      log.error({ ...lease, err: error }, 'work over which judges stopped reporting cannot be ended');
    }
  }
}

async function quarantine(tx: Tx, lease: HeldLease, reason: string): Promise<boolean> {
  // All other chores of the process wait behind this.
  await sql`select set_config('lock_timeout', ${`${LOCKED_WITHIN_MS}ms`}, true)`.execute(tx);
  await lockSubject(tx, lease);
  const held = await lockLease(tx, lease);
  return held?.isExpired === true && failWork(tx, lease, `Quarantined: ${reason}`);
}
