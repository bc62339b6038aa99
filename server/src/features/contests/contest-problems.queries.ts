import type { Db } from '@balloon/database/connect.ts';
import { VERDICTS } from '@balloon/domain/verdicts.ts';
import { PROBLEM_COLUMNS } from '#features/problems/problems.queries.ts';

/** The problems of a contest in their order, each with the content of its pinned version, if any. */
export function findContestProblems(db: Db, contestId: number) {
  return (
    db
      .selectFrom('contestProblem')
      .innerJoin('problem', 'problem.id', 'contestProblem.problemId')
      .leftJoin('testset', 'testset.id', 'problem.testsetId')
      // Only a version of this very problem; when it is gone the present content shows.
      .leftJoin('problemVersion as pinned', (join) =>
        join
          .onRef('pinned.uuid', '=', 'contestProblem.versionId')
          .onRef('pinned.problemId', '=', 'contestProblem.problemId'),
      )
      .where('contestProblem.contestId', '=', contestId)
      .select(PROBLEM_COLUMNS)
      .select([
        'contestProblem.id as linkId',
        'contestProblem.contestId',
        'contestProblem.color',
        'contestProblem.versionId',
        'pinned.title as pinnedTitle',
        'pinned.htmlStatement as pinnedHtmlStatement',
        'pinned.attachments as pinnedAttachments',
      ])
      .orderBy('contestProblem.position')
      .execute()
  );
}
export type ContestProblemRow = Awaited<ReturnType<typeof findContestProblems>>[number];

/** One's own standing on each problem of a contest where one has sent something. */
export function findOwnStandings(db: Db, contestId: number, accountId: number) {
  return db
    .selectFrom('solution')
    .select((eb) => [
      'problemId',
      eb.fn.agg<boolean>('bool_or', [eb('verdictId', '=', VERDICTS.accepted.id)]).as('accepted'),
      eb.fn.countAll<number>().filterWhere('verdictId', 'in', SCORED_IDS).as('wrongsNumber'),
    ])
    .where('contestId', '=', contestId)
    .where('accountId', '=', accountId)
    .where('deletedAtMs', 'is', null)
    .groupBy('problemId')
    .execute();
}

const SCORED_IDS = Object.values(VERDICTS)
  .filter(({ scored }) => scored)
  .map(({ id }) => id);

/** How far back popularity looks: enough to rank, quick to count. */
const POPULARITY_SAMPLE = 10_000;

/** The languages of a judging system, those that people use most first. */
export function findLanguages(db: Db, systemType: string) {
  return db
    .with('used', (cte) =>
      cte
        .selectFrom((sub) =>
          sub
            .selectFrom('solution')
            .select('languageId')
            .orderBy('id', 'desc')
            .limit(POPULARITY_SAMPLE)
            .as('recent'),
        )
        .select((eb) => ['languageId', eb.fn.countAll<number>().as('popularity')])
        .groupBy('languageId'),
    )
    .selectFrom('language')
    .leftJoin('used', 'used.languageId', 'language.id')
    .select([
      'language.id',
      'language.name',
      'language.systemType',
      'language.languageFamily',
      'language.foreignLanguageId',
      'language.nonactive',
      'language.version',
      'language.extensions',
      'used.popularity',
    ])
    .where('language.systemType', '=', systemType)
    .orderBy('used.popularity', (order) => order.desc().nullsLast())
    .orderBy('language.id')
    .execute();
}
