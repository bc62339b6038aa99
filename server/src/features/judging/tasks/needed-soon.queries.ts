import type { NeededSoon } from '@balloon/contracts/judging/judge.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { judgedTestset } from '#features/problems/testsets/judged-testset.ts';

/** Time in ms before the start of a contest from which judges fetch its files. */
const AHEAD_MS = 30 * 60_000;
/** Largest number of files in the list: about a megabyte of JSON. */
const FILES_MAX = 10_000;

/**
 * Lists the files of all problems in contests that run or begin within half an hour: tests, and the programs of the jury.
 * Contests that began first come first; in a problem, programs come before tests. Contests in practice are left out,
 * since there may be years of them.
 */
export async function findNeededSoon(db: Db, nowMs: number): Promise<NeededSoon['files']> {
  const { rows } = await sql<NeededSoon['files'][number]>`
    with near as (
      select contest.start_time_ms, contest_problem.position, ${judgedTestset('contestProblem')} as testset_id
      from contest
      join contest_problem on contest_problem.contest_id = contest.id
      where contest.is_enabled
        and contest.start_time_ms <= ${nowMs + AHEAD_MS}::bigint
        and contest.start_time_ms + contest.duration_time_ms > ${nowMs}::bigint
    ),
    -- Hashes inside JSON are found by their form, as where unused blobs are thrown away.
    named as (
      select
        start_time_ms, position, 0 as number,
        (regexp_matches(concat(testset.checker, testset.rules), '[0-9a-f]{64}', 'g'))[1] as sha256
      from near join testset on testset.id = near.testset_id
      union all
      select start_time_ms, position, test.number, unnest(array[test.input_sha256, test.answer_sha256])
      from near join test on test.testset_id = near.testset_id
    )
    select blob.sha256, blob.size_bytes as bytes
    from named join blob on blob.sha256 = named.sha256
    group by blob.sha256
    order by min(array[start_time_ms, position, number]), blob.sha256
    limit ${FILES_MAX}
  `.execute(db);
  return rows;
}
