import type { HealthDetails } from '@balloon/contracts/site/health.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

export interface DatabaseFacts {
  nowMs: number;
  databaseVersion: string;
  latencyMs: number;
  judges: HealthDetails['judges'];
  queue: HealthDetails['queue'];
}

/** Idle judges ask for work every half minute at least, busy ones report more often. */
export const JUDGE_SILENT_AFTER_MS = 75_000;
/** Time after which an absent judge is no longer reported. */
export const JUDGE_FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/** Reads everything on the health page with one query, because latency dominates its cost. */
export async function readHealthFacts(db: Db): Promise<DatabaseFacts> {
  const startedAt = performance.now();
  const { rows } = await sql<Omit<DatabaseFacts, 'latencyMs'>>`
    with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms)
    select
      now_ms,
      current_setting('server_version') as database_version,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', name,
          'isAlive', seen_at_ms > now_ms - ${JUDGE_SILENT_AFTER_MS}::bigint,
          'slots', slots,
          'mode', mode,
          'languages', jsonb_array_length(languages)
        ) order by name), '[]')
        from judge where seen_at_ms > now_ms - ${JUDGE_FORGOTTEN_AFTER_MS}::bigint
      ) as judges,
      (
        select jsonb_build_object(
          'waiting', count(*) filter (where leased_until_ms is null),
          'running', count(*) filter (where leased_until_ms is not null)
        )
        from judging where purpose not in ('import', 'check', 'compare')
      ) as queue
    from clock
  `.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('The database returned no row');
  return { ...facts, latencyMs: Math.round((performance.now() - startedAt) * 10) / 10 };
}
