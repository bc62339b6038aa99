import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { startChores } from '#chores.ts';
import type { Services } from '#services.ts';

const ROUND_MS = 3_600_000;
/** Time in ms for which jobs that have ended are kept, and how many of the newest. */
const KEPT_FOR_MS = 90 * 24 * 3_600_000;
const KEPT_JOBS = 500;

/** Removes old jobs once an hour. Returns the function that stops it. */
export function startJobChores(services: Services): () => void {
  const round = () => removeOldJobs(services.db);
  return startChores(services, ROUND_MS, round, 'old jobs were not removed; the next round tries');
}

/** Removes jobs that ended long ago, or have many newer ones. Jobs that wait or run stay. */
export async function removeOldJobs(db: Db): Promise<void> {
  await sql`
    delete from outside_job
    where ended_at_ms is not null and state not in ('waiting', 'running') and (
      created_at_ms < ${NOW_MS} - ${KEPT_FOR_MS}::bigint
      or id <= (select id from outside_job order by id desc offset ${KEPT_JOBS} limit 1)
    )
  `.execute(db);
}
