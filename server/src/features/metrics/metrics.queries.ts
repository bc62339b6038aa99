import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { JUDGE_FORGOTTEN_AFTER_MS, JUDGE_SILENT_AFTER_MS } from '#features/health/health.queries.ts';

export interface MeasuredFacts {
  sizeBytes: number;
  connections: number;
  queue: { kind: string; waiting: number; running: number; oldestSec: number }[];
  judges: { name: string; isAlive: boolean; isPaused: boolean; slots: number; running: number }[];
  /** Seconds from sending to the verdict, of the latest solutions; null when there was none. */
  latency: { half: number | null; most: number | null; nearlyAll: number | null; judged: number };
}

/** Solutions that are looked at for the latency, and the age in ms up to which their verdicts count. */
const LATEST_SOLUTIONS = 500;
const VERDICTS_OF_MS = 300_000;

/** Reads everything that Prometheus is told about the database, with one query. */
export async function readMeasuredFacts(db: Db): Promise<MeasuredFacts> {
  const { rows } = await sql<MeasuredFacts>`
    with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms)
    select
      pg_database_size(current_database()) as size_bytes,
      (select count(*)::integer from pg_stat_activity where datname = current_database()) as connections,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'kind', purpose, 'waiting', waiting, 'running', running,
          'oldestSec', coalesce((now_ms - oldest_ms) / 1000.0, 0)
        )), '[]')
        from (
          select
            judging.purpose,
            count(*) filter (where leased_until_ms is null) as waiting,
            count(*) filter (where leased_until_ms is not null) as running,
            min(coalesce(solution.sent_at_ms, trial_run.created_at_ms, package_import.created_at_ms, problem_check.created_at_ms, rejudging.created_at_ms, similarity_search.started_at_ms))
              filter (where leased_until_ms is null) as oldest_ms
          from judging
          left join solution on solution.id = judging.solution_id
          left join trial_run on trial_run.id = judging.trial_run_id
          left join package_import on package_import.id = judging.import_id
          left join problem_check on problem_check.id = judging.check_id
          left join rejudging_run on rejudging_run.id = judging.rejudging_run_id
          left join rejudging on rejudging.id = rejudging_run.rejudging_id
          left join similarity_part on similarity_part.id = judging.similarity_part_id
          left join similarity_search on similarity_search.contest_id = similarity_part.contest_id
          group by judging.purpose
        ) as kinds
      ) as queue,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', name,
          'isAlive', seen_at_ms > now_ms - ${JUDGE_SILENT_AFTER_MS}::bigint,
          'isPaused', paused_at_ms is not null,
          'slots', slots,
          'running', (select count(*) from judging where judge_id = judge.id and leased_until_ms is not null)
        ) order by name), '[]')
        from judge where seen_at_ms > now_ms - ${JUDGE_FORGOTTEN_AFTER_MS}::bigint
      ) as judges,
      (
        select jsonb_build_object(
          'half', percentile_cont(0.5) within group (order by sec),
          'most', percentile_cont(0.9) within group (order by sec),
          'nearlyAll', percentile_cont(0.99) within group (order by sec),
          'judged', count(*)
        )
        from (
          select (verdict_got_at_ms - sent_at_ms) / 1000.0 as sec
          from (
            select verdict_got_at_ms, sent_at_ms from solution order by id desc limit ${LATEST_SOLUTIONS}
          ) as latest
          where verdict_got_at_ms > now_ms - ${VERDICTS_OF_MS}::bigint
        ) as judged
      ) as latency
    from clock
  `.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('The database returned no row');
  return facts;
}
