import type { Db } from '@balloon/database/connect.ts';
import type { Database } from '@balloon/database/tables.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { type ExpressionBuilder, sql } from 'kysely';

/** Source of a solution; the caller checks that it may be read. */
export function findSource(db: Db, contestId: number, solutionId: number) {
  return db
    .selectFrom('solution')
    .where('id', '=', solutionId)
    .where('contestId', '=', contestId)
    .where('deletedAtMs', 'is', null)
    .select(['source', 'entryPoint', 'files'])
    .select((eb) => newestCompilerOutput(eb).as('compilerOutput'))
    .executeTakeFirst();
}

/** What the compiler said in the judging that gave the verdict, or in the last one before a decision by hand. */
const newestCompilerOutput = (eb: ExpressionBuilder<Database, 'solution'>) =>
  eb
    .selectFrom('judgement')
    .whereRef('judgement.solutionId', '=', 'solution.id')
    .where('solution.verdictId', 'is not', null)
    .where('solution.compilationError', 'is', null)
    .where('judgement.isManual', '=', false)
    .where(
      sql<boolean>`(solution.judged_by is null or judgement.judged_by -> 'fence' = solution.judged_by -> 'fence')`,
    )
    .orderBy('judgement.id', 'desc')
    .limit(1)
    .select((judged) =>
      judged
        .selectFrom('compilerOutput')
        .whereRef('compilerOutput.sha256', '=', 'judgement.compilerOutputSha256')
        .select('compilerOutput.text')
        .as('text'),
    );

/** The contest that a solution was sent to; `undefined` for an unknown or deleted solution. */
export async function findContestOfSolution(db: Db, solutionId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('solution')
    .select('contestId')
    .where('id', '=', solutionId)
    .where('deletedAtMs', 'is', null)
    .executeTakeFirst();
  return row?.contestId;
}

/** The present verdict of a solution that is not deleted. */
export function findVerdict(db: Db, solutionId: number) {
  return db
    .selectFrom('solution')
    .select('verdictId')
    .where('id', '=', solutionId)
    .where('deletedAtMs', 'is', null)
    .executeTakeFirst();
}

/**
 * Titles of problems in a language, as the contests of solutions show them; by solution. Those that have no statement
 * in that language are missing.
 */
export async function findTitles(
  db: Db,
  solutionIds: readonly number[],
  locale: Locale,
): Promise<ReadonlyMap<number, string>> {
  if (solutionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('solution')
    .leftJoin('contestProblem', (join) =>
      join
        .onRef('contestProblem.contestId', '=', 'solution.contestId')
        .onRef('contestProblem.problemId', '=', 'solution.problemId'),
    )
    .leftJoin('problemVersion as pinned', (join) =>
      join
        .onRef('pinned.uuid', '=', 'contestProblem.versionId')
        .onRef('pinned.problemId', '=', 'contestProblem.problemId'),
    )
    .leftJoin('problemVersionStatement as pinnedTranslated', (join) =>
      join
        .onRef('pinnedTranslated.versionUuid', '=', 'pinned.uuid')
        .on('pinnedTranslated.locale', '=', locale),
    )
    .leftJoin('problemStatement as translated', (join) =>
      join.onRef('translated.problemId', '=', 'solution.problemId').on('translated.locale', '=', locale),
    )
    .where('solution.id', 'in', [...solutionIds])
    .select((eb) => [
      'solution.id',
      eb
        .case()
        .when('pinned.uuid', 'is', null)
        .then(eb.ref('translated.title'))
        .else(eb.ref('pinnedTranslated.title'))
        .end()
        .as('title'),
    ])
    .execute();
  return new Map(rows.flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const])));
}
