import type { Db } from '@balloon/database/connect.ts';
import type { ScoreboardContest } from '@balloon/domain/scoreboard/scoreboard.ts';
import { sql } from 'kysely';

/** The problems of a contest as its scoreboard is scored by them. */
export async function findScoredProblems(db: Db, contestId: number): Promise<ScoredProblems> {
  const rows = await db
    .selectFrom('contestProblem')
    .select(['problemId as id', sql<boolean>`disabled_at_ms is not null`.as('isDisabled')])
    .where('contestId', '=', contestId)
    .orderBy('position')
    .execute();
  return scoredProblems(rows);
}

/** What the problems of a contest say of its score. */
type ScoredProblems = Required<Pick<ScoreboardContest, 'problemIds' | 'disabledProblemIds'>>;

/** Problems in their order, as the scoreboard takes them. */
export const scoredProblems = (problems: readonly { id: number; isDisabled: boolean }[]): ScoredProblems => ({
  problemIds: problems.map(({ id }) => id),
  disabledProblemIds: problems.filter(({ isDisabled }) => isDisabled).map(({ id }) => id),
});
