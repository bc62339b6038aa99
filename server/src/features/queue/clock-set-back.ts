import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/**
 * Shortens leases that end later than any lease may, because the database's clock was set back: work of a judge that died before
 * would wait until the clock has caught up.
 */
export async function shortenFarLeases(db: Db, leaseMs: number): Promise<void> {
  const latestMs = sql<number>`${NOW_MS} + ${leaseMs}::bigint`;
  await db
    .updateTable('judging')
    .set({ leasedUntilMs: latestMs })
    .where('leasedUntilMs', '>', latestMs)
    .execute();
}

/** Longest pause in ms of work in the queue: many suspects of a judge that stopped answering are judged in turn. */
const MAX_PAUSE_MS = 600_000;

/** Does the same for pauses: work that failed once would wait until the clock has caught up. */
export async function shortenFarPauses(db: Db): Promise<void> {
  const latestMs = sql<number>`${NOW_MS} + ${MAX_PAUSE_MS}::bigint`;
  await db
    .updateTable('judging')
    .set({ availableAtMs: latestMs })
    .where('availableAtMs', '>', latestMs)
    .execute();
}
