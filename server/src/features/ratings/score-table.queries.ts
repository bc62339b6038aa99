import type { Db } from '@balloon/database/connect.ts';
import { SUPERVISOR_MASKS } from '@balloon/domain/contests/contest-access.ts';
import { type ContestTimes, endTimeMs, lastTimelyMs } from '@balloon/domain/contests/contest-phase.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { sql } from 'kysely';
import { isInSomeList, type ListViewer } from '#features/contests/contest-list.queries.ts';
import { CONTEST_COLUMNS, IS_CUT_OUT } from '#features/contests/contests.queries.ts';
import { anyOf } from '#features/ratings/ratings.queries.ts';

/** Finds contests, without those that are not in the list of the viewer. */
export function findScoredContests(db: Db, viewer: ListViewer, contestIds: readonly number[]) {
  return db
    .selectFrom('contest')
    .select(CONTEST_COLUMNS)
    .where('contest.id', '=', anyOf(contestIds))
    .where(isInSomeList(viewer))
    .execute();
}
export type ScoredContest = Awaited<ReturnType<typeof findScoredContests>>[number];

export interface SolvesOfPerson {
  userId: number;
  /** Contests in which the person solved something: place among the asked ones, and numbers of problems. */
  solves: [column: number, inTime: number, later: number][];
}

const SOLVING = Object.values(VERDICTS)
  .filter(({ solves }) => solves)
  .map(({ id }) => id);

/**
 * Numbers of problems of each contest that each participant solved, by the earliest acceptance of each. Leaves
 * out supervisors, what people solved in contests whose own table gives them no place (the disqualified, and where it ranks
 * officials only, who took part out of competition), solutions after `untilMs` except the viewer's, and what the table
 * counts for nobody: disabled problems, and in a floating contest what was sent before a start that was taken back. There
 * "in time" means within the own window.
 */
export async function findSolves(
  db: Db,
  viewerId: number,
  contests: readonly (ContestTimes & { id: number; untilMs: number; ranksUnofficial: boolean })[],
): Promise<SolvesOfPerson[]> {
  const untilMs = contests.map((contest) => Math.min(contest.untilMs, Number.MAX_SAFE_INTEGER));
  const windows = contests.map(timelyWindowMs);
  const { rows } = await sql<SolvesOfPerson>`
    with asked as (
      select * from unnest(
        ${contests.map(({ id }) => id)}::integer[],
        ${contests.map(({ startTimeMs }) => startTimeMs)}::bigint[],
        ${contests.map(lastTimelyMs)}::bigint[],
        ${windows}::bigint[],
        ${untilMs}::bigint[],
        ${contests.map(({ ranksUnofficial }) => ranksUnofficial)}::boolean[]
      ) with ordinality as asked(contest_id, start_ms, end_ms, window_ms, until_ms, ranks_unofficial, place)
    ), solve as (
      select place, account_id, problem_id,
        min(sent_at_ms) between start_ms and least(started_at_ms + window_ms, end_ms) + extra_time_ms as is_in_time
      from asked
      join solution using (contest_id)
      join contest_problem using (contest_id, problem_id)
      join contest_participant using (contest_id, account_id)
      join account on account.id = account_id
      where solution.deleted_at_ms is null
        and contest_problem.disabled_at_ms is null
        and (window_ms is null or sent_at_ms >= coalesce(started_at_ms, end_ms))
        and not ${IS_CUT_OUT}
        and verdict_id = any(${SOLVING}::integer[])
        and access_mask <> all(${SUPERVISOR_MASKS}::integer[])
        and (sent_at_ms <= until_ms or account_id = ${viewerId})
        and not is_disqualified
        and (is_official or ranks_unofficial)
      group by place, account_id, problem_id, start_ms, end_ms, window_ms, started_at_ms, extra_time_ms
    )
    select account_id as user_id, json_agg(json_build_array(place - 1, in_time, later)) as solves
    from (
      select account_id, place,
        count(*) filter (where is_in_time) as in_time,
        count(*) filter (where not is_in_time) as later
      from solve
      group by account_id, place
    ) solved
    group by account_id
  `.execute(db);
  return rows;
}

/** Length of a participant's window up to its last instant that is in time; null where all start together. */
function timelyWindowMs({ windowTimeMs = null, ...contest }: ContestTimes): number | null {
  return windowTimeMs === null ? null : windowTimeMs - (endTimeMs(contest) - lastTimelyMs(contest));
}
