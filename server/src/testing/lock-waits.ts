import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/**
 * Number of statements in this database that wait for what another transaction holds. Commits that announce something wait for
 * each other, too, but for a moment only: they do not count.
 */
export async function countLockWaits(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event <> 'object'
  `.execute(db);
  return rows[0]?.count ?? 0;
}
