import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/** Condition on a solution: final results depend on it, as the trigger `final_results_stay` of the database has it. */
export const isOfFinalResults = sql<boolean>`exists (
  select from contest
  where contest.id = solution.contest_id and contest.finalized_at_ms is not null
    and solution.sent_at_ms <= contest.start_time_ms + contest.duration_time_ms + contest.extra_time_ms
)`;

/** Ids of a contest's solutions, all or those on a problem, of a participant or both, oldest first. */
export async function listSolutionsOf(
  db: Db,
  wanted: { contestId: number; problemId: number | undefined; userId: number | undefined },
): Promise<number[]> {
  let query = db
    .selectFrom('solution')
    .where('deletedAtMs', 'is', null)
    .where('contestId', '=', wanted.contestId);
  if (wanted.problemId !== undefined) query = query.where('problemId', '=', wanted.problemId);
  if (wanted.userId !== undefined) query = query.where('accountId', '=', wanted.userId);
  const rows = await query.select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}
