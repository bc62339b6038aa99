import { type Db, executePrepared } from '@balloon/database/connect.ts';
import { problemPosition } from '@balloon/domain/contests/problem-index.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { type Expression, sql } from 'kysely';
import { isTakenBy, participationKey, participationsOf } from '#features/contests/contests.queries.ts';
import { PROBLEM_COLUMNS } from '#features/problems/problems.queries.ts';
import { HAS_GRADERS, judgedTestset } from '#features/problems/testsets/judged-testset.ts';

/** The problems of a contest in their order, each with the version that it is pinned to, if any. */
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
        'contestProblem.judgingPausedAtMs',
        'contestProblem.closedAtMs',
        'contestProblem.disabledAtMs',
        'pinned.uuid as pinnedUuid',
      ])
      .orderBy('contestProblem.position')
      .execute()
  );
}
export type ContestProblemRow = Awaited<ReturnType<typeof findContestProblems>>[number];

/**
 * Attempts of people in contests, by the name of the participation. A person's are in the order that `scoreCell` requires
 * within a problem.
 */
export async function findAttempts(db: Db, keys: readonly string[]) {
  const query = db
    .selectFrom('solution')
    .select(['contestId', 'accountId', 'id as solutionId', 'problemId', 'sentAtMs', 'verdictId'])
    .where(sql<boolean>`(contest_id, account_id) in ${participationsOf(keys)}`)
    .where(sql<boolean>`deleted_at_ms is null`)
    .orderBy('sentAtMs')
    .orderBy('id')
    .compile();
  const rows = await executePrepared(db, 'attempts', query);
  return Map.groupBy(rows, ({ contestId, accountId }) => participationKey(contestId, accountId));
}

/** Attempts of one person, in the same order. */
export async function findOwnAttempts(db: Db, contestId: number, accountId: number) {
  const key = participationKey(contestId, accountId);
  return (await findAttempts(db, [key])).get(key) ?? [];
}

/** Everybody who has ever sent a solution in a contest, a deleted one too. */
export async function findSenders(db: Db, contestId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('solution')
    .select('accountId')
    .distinct()
    .where('contestId', '=', contestId)
    .execute();
  return new Set(rows.map(({ accountId }) => accountId));
}

/** Number of recent solutions that count for popularity: enough to rank, quick to count. */
const POPULARITY_SAMPLE = 10_000;

/**
 * Condition on a language: whether solutions of a problem may be in it. Problems of an outside system take the languages
 * of their own list where they have one, else those of their server; another server of the same system has others.
 */
export const isOfProblem = (problemId: number | Expression<number>) => sql<boolean>`exists (
  select from problem as judged
  left join outside_problem as outside on outside.problem_id = judged.id
  where judged.id = ${problemId}
    and language.system_type = judged.system_type
    and language.outside_server_id is not distinct from outside.server_id
    and (
      exists (select from problem_language where problem_id = judged.id and language_id = language.id)
      or not exists (select from problem_language where problem_id = judged.id)
    )
)`;

/** The languages of a problem that a contest takes, the most used first, then in the order of `LANGUAGES`. */
export function findLanguages(db: Db, contestId: number, problemId: number) {
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
    .leftJoin('compilerOptions', (join) =>
      join
        .onRef('compilerOptions.languageKey', '=', 'language.foreignLanguageId')
        .on('language.systemType', '=', 'balloon'),
    )
    .select([
      'compilerOptions.options',
      'language.id',
      'language.name',
      'language.systemType',
      'language.languageFamily',
      'language.foreignLanguageId',
      'language.nonactive',
      'language.hasJudge',
      'language.version',
      'language.extensions',
      'used.popularity',
    ])
    .select((eb) =>
      eb
        .selectFrom('contestProblem')
        .where('contestProblem.contestId', '=', contestId)
        .where('contestProblem.problemId', '=', problemId)
        .select(HAS_GRADERS.as('hasGraders'))
        .as('hasGraders'),
    )
    .where(isOfProblem(problemId))
    .where(isTakenBy(contestId))
    .orderBy('used.popularity', (order) => order.desc().nullsLast())
    .orderBy(sql`array_position(${Object.keys(LANGUAGES)}::text[], foreign_language_id)`) // null for other systems
    .orderBy('language.id')
    .execute();
}

/** The problem behind a letter of a contest, or `undefined`. */
export function findContestProblem(db: Db, contestId: number, symbolIndex: string) {
  return db
    .selectFrom('contestProblem')
    .innerJoin('problem', 'problem.id', 'contestProblem.problemId')
    .where('contestProblem.contestId', '=', contestId)
    .where('contestProblem.position', '=', problemPosition(symbolIndex) ?? -1)
    .where('problem.deletedAtMs', 'is', null)
    .select(['problem.id', 'problem.systemType', judgedTestset('contestProblem').as('testsetId')])
    .select(['contestProblem.judgingPausedAtMs', 'contestProblem.closedAtMs', 'contestProblem.disabledAtMs'])
    .executeTakeFirst();
}
