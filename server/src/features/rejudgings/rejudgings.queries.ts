import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/** Rejudgings of a contest with their progress, newest first. */
export function rejudgingsOf(db: Db, contestId: number) {
  return db
    .selectFrom('rejudging')
    .where('rejudging.contestId', '=', contestId)
    .select([
      ...(['id', 'authorId', 'reason', 'state', 'repeats', 'createdAtMs', 'endedAtMs', 'endedById'] as const),
      sql<number>`(
        select count(*)::integer from rejudging_solution where rejudging_id = rejudging.id
      )`.as('solutionsNumber'),
      sql<number>`(
        select count(*)::integer from rejudging_run where rejudging_id = rejudging.id
      )`.as('runsNumber'),
      sql<number>`(
        select count(*)::integer from rejudging_run where rejudging_id = rejudging.id and judgement_id is not null
      )`.as('endedRuns'),
    ])
    .orderBy('rejudging.id', 'desc');
}
export type StoredRejudging = Awaited<ReturnType<ReturnType<typeof rejudgingsOf>['execute']>>[number];

const resultsOf = (db: Db, rejudgingId: number) =>
  db
    .selectFrom('rejudgingResult as result')
    .innerJoin('judgement', 'judgement.id', 'result.judgementId')
    .where('result.rejudgingId', '=', rejudgingId);

/** Number of solutions by verdict before and after; a solution whose runs differ has the verdict of the last one. */
export function countByVerdicts(db: Db, rejudgingId: number) {
  return resultsOf(db, rejudgingId)
    .select(['result.oldVerdictId', 'judgement.verdictId', sql<number>`count(*)::integer`.as('solutions')])
    .groupBy(['result.oldVerdictId', 'judgement.verdictId'])
    .orderBy('result.oldVerdictId')
    .orderBy('judgement.verdictId')
    .execute();
}

/** Solutions of a rejudging whose result differs from the verdict of before, or does not count. */
const differing = (db: Db, rejudgingId: number) =>
  resultsOf(db, rejudgingId).where((eb) =>
    eb.or([
      eb('judgement.verdictId', '<>', eb.ref('result.oldVerdictId')),
      eb('result.isFlaky', '=', true),
      eb('result.hasFailed', '=', true),
    ]),
  );

export async function countDiffering(db: Db, rejudgingId: number): Promise<number> {
  const { number } = await differing(db, rejudgingId)
    .select(sql<number>`count(*)::integer`.as('number'))
    .executeTakeFirstOrThrow();
  return number;
}

/** The first of the solutions that differ, in the order in which they were sent. */
export function findDiffering(db: Db, rejudgingId: number, limit: number) {
  return differing(db, rejudgingId)
    .innerJoin('solution', 'solution.id', 'result.solutionId')
    .innerJoin('rejudgingSolution as noted', (join) =>
      join
        .onRef('noted.rejudgingId', '=', 'result.rejudgingId')
        .onRef('noted.solutionId', '=', 'result.solutionId'),
    )
    .leftJoin('judgement as earlier', 'earlier.id', 'noted.judgementId')
    .leftJoin('contestProblem', (join) =>
      join
        .onRef('contestProblem.contestId', '=', 'solution.contestId')
        .onRef('contestProblem.problemId', '=', 'solution.problemId'),
    )
    .select([
      'result.solutionId',
      'solution.accountId as userId',
      'solution.problemId',
      'contestProblem.position',
      'solution.sentAtMs',
      ...(['result.oldVerdictId', 'result.oldTestNumber', 'result.oldTimeMs', 'result.verdictIds'] as const),
      ...(['result.isApplied', 'result.isFlaky', 'result.hasFailed', 'result.isOvertaken'] as const),
      ...(['judgement.verdictId', 'judgement.testNumber', 'judgement.timeMs'] as const),
      ...(['result.judgementId', 'judgement.testRuns', 'earlier.id as earlierId'] as const),
      'earlier.testRuns as earlierRuns',
    ])
    .orderBy('solution.sentAtMs')
    .orderBy('solution.id')
    .limit(limit)
    .execute();
}
export type Differing = Awaited<ReturnType<typeof findDiffering>>[number];

/** New verdicts by solution, of those that applying the rejudging now would change. */
export async function findNewVerdicts(db: Db, rejudgingId: number): Promise<Map<number, number>> {
  const rows = await resultsOf(db, rejudgingId)
    .whereRef('judgement.verdictId', '<>', 'result.oldVerdictId')
    .where('result.isFlaky', '=', false)
    .where('result.hasFailed', '=', false)
    .where('result.isOvertaken', '=', false)
    .select(['result.solutionId', 'judgement.verdictId'])
    .execute();
  return new Map(rows.map(({ solutionId, verdictId }) => [solutionId, verdictId]));
}

/** Number of solutions whose verdict is what the rejudging gave. */
export async function countApplied(db: Db, rejudgingId: number): Promise<number> {
  const { number } = await db
    .selectFrom('rejudgingSolution')
    .where('rejudgingId', '=', rejudgingId)
    .where('isApplied', '=', true)
    .select(sql<number>`count(*)::integer`.as('number'))
    .executeTakeFirstOrThrow();
  return number;
}
