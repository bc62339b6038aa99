import { sql } from 'kysely';
import type { Db } from '#connect.ts';

/** Now by the database's clock inside a statement, in milliseconds since the epoch: the one clock of every web process. */
export const NOW_MS = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Asks for `NOW_MS` in a statement of its own. */
export async function databaseNowMs(db: Db): Promise<number> {
  const { rows } = await sql<{ nowMs: number }>`
    select ${NOW_MS} as now_ms
  `.execute(db);
  const row = rows[0];
  if (!row) throw new Error('The database told no time');
  return row.nowMs;
}
