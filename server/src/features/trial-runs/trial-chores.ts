import { ADVISORY_LOCKS } from '@balloon/database/advisory-locks.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { sql } from 'kysely';
import { PRIORITIES } from '#features/queue/enqueue-judging.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services } from '#services.ts';

/** Time for which a trial run gives way to solutions. */
const PATIENT_MS = 30_000;
/** Interval at which one overdue run goes before solutions: some percent of one slot with short programs. */
const OVERDUE_EVERY_MS = 15_000;
const KEPT_MS = 3_600_000;

/**
 * Promotes an overdue trial run now and then. Trial runs come after solutions, which may keep coming for
 * hours; so that none waits for ever, the oldest overdue one goes first, one per interval for the whole site.
 */
export async function letOverdueTrialGo({ db }: Services): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.overdueTrialRuns}) as is_mine
    `.execute(tx);
    if (!rows[0]?.isMine) return;
    const nowMs = await databaseNowMs(tx);
    const overdue = await tx
      .selectFrom('judging')
      .innerJoin('trialRun', 'trialRun.id', 'judging.trialRunId')
      .where('judging.leasedUntilMs', 'is', null)
      .where('judging.priority', '=', PRIORITIES.trial)
      .where('trialRun.createdAtMs', '<', nowMs - PATIENT_MS)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('trialRun as let')
              .where('let.promotedAtMs', '>', nowMs - OVERDUE_EVERY_MS)
              .select('let.id'),
          ),
        ),
      )
      .orderBy('judging.id')
      .limit(1)
      .select(['judging.id', 'judging.trialRunId', 'judging.languageKey'])
      .forUpdate('judging')
      .skipLocked()
      .executeTakeFirst();
    if (!overdue) return;
    await tx
      .updateTable('judging')
      .set({ priority: PRIORITIES.overdueTrial })
      .where('id', '=', overdue.id)
      .execute();
    await tx
      .updateTable('trialRun')
      .set({ promotedAtMs: nowMs })
      .where('id', '=', overdue.trialRunId)
      .execute();
    await announce(tx, 'judging.waiting', { languageKey: overdue.languageKey });
  });
}

/** Deletes trial runs after an hour; one that still waits has no judge, and is deleted too. */
export async function removeOldTrialRuns({ db }: Services): Promise<void> {
  const oldestMs = (await databaseNowMs(db)) - KEPT_MS;
  await db.transaction().execute(async (tx) => {
    // Out of the queue first, in the order in which a run ends.
    await tx
      .deleteFrom('judging')
      .where('trialRunId', 'in', (eb) =>
        eb.selectFrom('trialRun').select('id').where('createdAtMs', '<', oldestMs),
      )
      .execute();
    await tx.deleteFrom('trialRun').where('createdAtMs', '<', oldestMs).execute();
  });
}
