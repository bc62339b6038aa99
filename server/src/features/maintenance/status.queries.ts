import type { ServerStatus } from '@balloon/contracts/maintenance.ts';
import type { Db } from '@balloon/database/connect.ts';
import { contestStatus } from '@balloon/domain/contest-phase.ts';
import { sql } from 'kysely';
import { CONTEST_COLUMNS } from '#features/contests/contests.queries.ts';
import { JUDGE_FORGOTTEN_AFTER_MS, JUDGE_SILENT_AFTER_MS } from '#features/health/health.queries.ts';

interface StatusFacts {
  nowMs: number;
  version: string;
  sizeBytes: number;
  connections: number;
  judges: ServerStatus['judges'];
  queue: ServerStatus['queue'];
}

/** Everything of the status that the database knows, in one query. */
export async function readStatusFacts(db: Db): Promise<StatusFacts> {
  const { rows } = await sql<StatusFacts>`
    with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms)
    select
      now_ms,
      current_setting('server_version') as version,
      pg_database_size(current_database()) as size_bytes,
      (select count(*)::integer from pg_stat_activity where datname = current_database()) as connections,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id,
          'name', name,
          'isAlive', seen_at_ms > now_ms - ${JUDGE_SILENT_AFTER_MS}::bigint,
          'seenAtMs', seen_at_ms,
          'slots', slots,
          'running', (
            select count(*) from judging where judge_id = judge.id and leased_until_ms is not null
          ),
          'mode', mode,
          'warnings', warnings,
          'languages', (
            select coalesce(jsonb_agg(jsonb_build_object('key', one ->> 'key', 'version', one ->> 'version')), '[]')
            from jsonb_array_elements(languages) one
          )
        ) order by name), '[]')
        from judge where seen_at_ms > now_ms - ${JUDGE_FORGOTTEN_AFTER_MS}::bigint
      ) as judges,
      (
        select jsonb_build_object(
          ${queuedFor('verdict')}, ${queuedFor('detail')}, ${queuedFor('trial')},
          ${queuedFor('import', 'imports')},
          'oldestSentAtMs', (
            select min(sent_at_ms) from judging join solution on solution.id = solution_id
            where purpose = 'verdict' and leased_until_ms is null
          )
        )
        from judging
      ) as queue
    from clock
  `.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('The database returned no row');
  return facts;
}

const queuedFor = (purpose: 'verdict' | 'detail' | 'trial' | 'import', name: string = purpose) => sql`
  ${sql.lit(name)}, jsonb_build_object(
    'waiting', count(*) filter (where purpose = ${sql.lit(purpose)} and leased_until_ms is null),
    'running', count(*) filter (where purpose = ${sql.lit(purpose)} and leased_until_ms is not null)
  )`;

/** Contests in their main time: a restart is noticed there most. */
export async function findRunningContests(db: Db, nowMs: number) {
  const contests = await db
    .selectFrom('contest')
    .select(CONTEST_COLUMNS)
    .where('startTimeMs', '<=', nowMs)
    .where(sql<boolean>`start_time_ms + duration_time_ms > ${nowMs}::bigint`)
    .orderBy('startTimeMs')
    .orderBy('id')
    .execute();
  return contests
    .filter((contest) => ['RUNNING', 'FROZEN'].includes(contestStatus(contest, nowMs)))
    .map(({ id, name }) => ({ id, name }));
}
