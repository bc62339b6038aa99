import type { StaleSummary } from '@balloon/contracts/problems/problem-editor.ts';
import type { Db } from '@balloon/database/connect.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { sql } from 'kysely';
import { problemNotFound } from '#features/problems/problem-access.ts';
import { findProblem } from '#features/problems/problems.queries.ts';
import { staleSolutions, WORTH_REJUDGING } from '#features/solutions/rejudging/stale.queries.ts';

/**
 * Counts the verdicts of a problem that were made with other tests, another checker or other limits, in all contests,
 * and whose places in tables they may move: exactly those that `rejudgeStaleSolutions` judges again.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND
 */
export async function summarizeStale(db: Db, problemId: number): Promise<StaleSummary> {
  if (!(await findProblem(db, problemId))) throw problemNotFound(problemId);
  const stale = staleSolutions(db, { contestId: null, problemId, groupIds: null, reasons: WORTH_REJUDGING });
  const contests = await stale
    .innerJoin('solution', 'solution.id', 'stale.id')
    .innerJoin('contest', 'contest.id', 'stale.contestId')
    .select([
      'contest.id',
      'contest.name',
      sql<number>`count(*)::integer`.as('solutionsNumber'),
      sql<number>`(count(*) filter (where verdict_id = ${VERDICTS.accepted.id}))::integer`.as(
        'acceptedNumber',
      ),
      sql<number>`count(distinct account_id)::integer`.as('participantsNumber'),
    ])
    .groupBy(['contest.id', 'contest.name'])
    .orderBy('contest.id', 'desc')
    .execute();
  const sum = (part: 'solutionsNumber' | 'acceptedNumber' | 'participantsNumber') =>
    contests.reduce((total, contest) => total + contest[part], 0);
  return {
    solutionsNumber: sum('solutionsNumber'),
    acceptedNumber: sum('acceptedNumber'),
    participantsNumber: sum('participantsNumber'),
    contests,
  };
}
