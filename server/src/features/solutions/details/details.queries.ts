import type { Db } from '@balloon/database/connect.ts';
import { judgedTestset } from '#features/problems/testsets/judged-testset.ts';

/** A solution with the judge's details and the state of a queued run on all tests; without the tests. */
export function findSolutionDetails(db: Db, solutionId: number) {
  return db
    .selectFrom('solution')
    .leftJoin('testset', (join) => join.on('testset.id', '=', judgedTestset('solution')))
    .leftJoin('solutionDetail as made', 'made.solutionId', 'solution.id')
    .leftJoin('judging', (join) =>
      join
        .onRef('judging.solutionId', '=', 'solution.id')
        .on('judging.purpose', '=', 'detail')
        .on('judging.onlyTest', 'is', null),
    )
    .where('solution.id', '=', solutionId)
    .where('solution.deletedAtMs', 'is', null)
    .select([
      'solution.judgingDetail',
      'solution.score',
      'solution.judgedBy',
      'testset.sha256 as testsetSha256',
      'made.verdictId as madeVerdictId',
      'made.score as madeScore',
      'made.compilationError as madeCompilationError',
      'made.judgingDetail as madeJudgingDetail',
      'made.judgedBy as madeJudgedBy',
      'made.madeAtMs',
      'judging.state',
      'judging.testNumber',
      'judging.testsNumber',
    ])
    .executeTakeFirst();
}
export type StoredDetails = NonNullable<Awaited<ReturnType<typeof findSolutionDetails>>>;

/** Results of the tests, in order. */
export function findSolutionTests(db: Db, solutionId: number) {
  return db
    .selectFrom('solutionTest')
    .where('solutionId', '=', solutionId)
    .selectAll()
    .orderBy('number')
    .execute();
}
export type StoredTest = Awaited<ReturnType<typeof findSolutionTests>>[number];

/** Data of a solution that a run on tests needs. */
export function findSolutionToDetail(db: Db, solutionId: number) {
  return db
    .selectFrom('solution')
    .innerJoin('language', 'language.id', 'solution.languageId')
    .where('solution.id', '=', solutionId)
    .where('solution.deletedAtMs', 'is', null)
    .select([
      'solution.id as solutionId',
      'solution.accountId',
      'language.systemType',
      'language.foreignLanguageId as languageKey',
      judgedTestset('solution').as('testsetId'),
    ])
    .executeTakeFirst();
}

/** What a solution is in the queue for, if it is; `onlyTest` counts for a detail only. */
export const findQueued = (db: Db, solutionId: number) =>
  db
    .selectFrom('judging')
    .select(['purpose', 'onlyTest', 'state'])
    .where('solutionId', '=', solutionId)
    .executeTakeFirst();
