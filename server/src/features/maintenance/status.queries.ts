import type { ServerStatus } from '@balloon/contracts/site/maintenance.ts';
import type { Db } from '@balloon/database/connect.ts';
import { contestStatus, withExtraTime } from '@balloon/domain/contests/contest-phase.ts';
import { sql } from 'kysely';
import { CONTEST_COLUMNS } from '#features/contests/contests.queries.ts';
import { JUDGE_FORGOTTEN_AFTER_MS, JUDGE_SILENT_AFTER_MS } from '#features/health/health.queries.ts';
import { PROCESS_FORGOTTEN_AFTER_MS, PROCESS_SILENT_AFTER_MS } from '#features/maintenance/web-processes.ts';

interface StatusFacts {
  nowMs: number;
  processes: ServerStatus['processes'];
  version: string;
  connections: number;
  maxConnections: number;
  judges: ServerStatus['judges'];
  queue: ServerStatus['queue'];
}

/** Everything of the status that the database knows and that changes by the second, in one query. */
export async function readStatusFacts(db: Db): Promise<StatusFacts> {
  const { rows } = await sql<StatusFacts>`
    with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms)
    select
      now_ms,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id,
          'hostName', host_name,
          'pid', pid,
          'version', version,
          'nodeVersion', node_version,
          'startedAtMs', started_at_ms,
          'seenAtMs', seen_at_ms,
          'isAlive', seen_at_ms > now_ms - ${PROCESS_SILENT_AFTER_MS}::bigint,
          'memoryMb', memory_mb,
          'socketsNumber', sockets_number,
          'loopDelayMs', loop_delay_ms
        ) order by host_name, started_at_ms), '[]')
        from web_process where seen_at_ms > now_ms - ${PROCESS_FORGOTTEN_AFTER_MS}::bigint
      ) as processes,
      current_setting('server_version') as version,
      (select count(*)::integer from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::integer as max_connections,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id,
          'name', name,
          'isAlive', seen_at_ms > now_ms - ${JUDGE_SILENT_AFTER_MS}::bigint,
          'isPaused', paused_at_ms is not null,
          'seenAtMs', seen_at_ms,
          'version', version,
          'slots', slots,
          'running', (
            select count(*) from judging where judge_id = judge.id and leased_until_ms is not null
          ),
          'mode', mode,
          'warnings', warnings,
          'languages', (
            select coalesce(jsonb_agg(jsonb_build_object('key', one ->> 'key', 'version', one ->> 'version')), '[]')
            from jsonb_array_elements(languages) one
          ),
          'drained', drained
        ) order by name), '[]')
        from judge where seen_at_ms > now_ms - ${JUDGE_FORGOTTEN_AFTER_MS}::bigint
      ) as judges,
      (
        select jsonb_build_object(
          ${queuedFor('verdict')}, ${queuedFor('detail')}, ${queuedFor('trial')},
          ${queuedFor('import', 'imports')}, ${queuedFor('check')}, ${queuedFor('rejudge')}, ${queuedFor('compare')},
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

const queuedFor = (
  purpose: 'verdict' | 'detail' | 'trial' | 'import' | 'check' | 'rejudge' | 'compare',
  name: string = purpose,
) => sql`
  ${sql.lit(name)}, jsonb_build_object(
    'waiting', count(*) filter (where purpose = ${sql.lit(purpose)} and leased_until_ms is null),
    'running', count(*) filter (where purpose = ${sql.lit(purpose)} and leased_until_ms is not null)
  )`;

/** Size of the database, which the server adds up from its files, and the servers that copy it. */
export async function readSlowFacts(db: Db) {
  const { rows } = await sql<Pick<ServerStatus['database'], 'sizeBytes' | 'replicas'>>`
    select
      pg_database_size(current_database()) as size_bytes,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', coalesce(nullif(application_name, ''), host(client_addr), pid::text),
          'state', coalesce(state, ''),
          'lagBytes', pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint
        )), '[]')
        from pg_stat_replication
      ) as replicas
  `.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('The database returned no row');
  return facts;
}

/** Contests in their main time, for whoever has the most of it: a restart is noticed there most. */
export async function findRunningContests(db: Db, nowMs: number) {
  const contests = await db
    .selectFrom('contest')
    .select(CONTEST_COLUMNS)
    .where('startTimeMs', '<=', nowMs)
    .where(sql<boolean>`start_time_ms + duration_time_ms + extra_time_ms > ${nowMs}::bigint`)
    .orderBy('startTimeMs')
    .orderBy('id')
    .execute();
  return contests
    .filter((contest) =>
      ['RUNNING', 'FROZEN'].includes(contestStatus(withExtraTime(contest, contest.extraTimeMs), nowMs)),
    )
    .map(({ id, name }) => ({ id, name }));
}
