import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { announce } from '#realtime/announcements.ts';

/**
 * Condition on a row of the queue: whether judging of its solution's problem is paused in its contest.
 *
 * @param queue name under which the statement reads `judging`
 */
export const isPaused = (queue: string) => sql<boolean>`exists (
  select from solution as sent
  join contest_problem as link on link.contest_id = sent.contest_id and link.problem_id = sent.problem_id
  where sent.id = ${sql.ref(`${queue}.solution_id`)} and link.judging_paused_at_ms is not null
)`;

interface PausedProblem {
  contestId: number;
  problemId: number;
}

/**
 * Takes a problem's solutions back from the judges, so that no verdict comes after the pause began: also from those that fell
 * silent and might still report. What waits after a failed attempt keeps its judge, so that another one comes first.
 */
export async function takeBackFromJudges(tx: Tx, problem: PausedProblem): Promise<void> {
  // Waits for claims under way, which do not know of the pause: the next statement sees their fences.
  await tx
    .selectFrom('judging')
    .select('id')
    .where('solutionId', 'in', solutionsOf(tx, problem))
    .orderBy('id')
    .forUpdate()
    .execute();
  await tx
    .updateTable('judging')
    .set({
      ...{ leasedUntilMs: null, fence: null, state: 'queued', testNumber: 0 },
      judgeId: sql`case when leased_until_ms is null then judge_id end`,
      // A lease that is taken away counts no attempt; one that has expired did.
      attempt: sql`case when leased_until_ms is null then attempt else greatest(attempt - 1, 0) end`,
    })
    .where('fence', 'is not', null)
    .where('solutionId', 'in', solutionsOf(tx, problem))
    .execute();
}

const solutionsOf = (tx: Tx, { contestId, problemId }: PausedProblem) =>
  tx
    .selectFrom('solution')
    .select('id')
    .where('contestId', '=', contestId)
    .where('problemId', '=', problemId);

/** Tells waiting judges of a problem's solutions, once its judging goes on. */
export async function announceResumed(tx: Tx, { contestId, problemId }: PausedProblem): Promise<void> {
  const rows = await tx
    .selectFrom('judging')
    .innerJoin('solution', 'solution.id', 'judging.solutionId')
    .select('judging.languageKey')
    .distinct()
    .where('solution.contestId', '=', contestId)
    .where('solution.problemId', '=', problemId)
    .execute();
  for (const { languageKey } of rows) await announce(tx, 'judging.waiting', { languageKey });
}
