import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { SUPERVISOR_MASKS } from '@balloon/domain/contests/contest-access.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { sql } from 'kysely';
import { titleIn } from '#features/problems/title-in.ts';
import type { ReadPart } from '#features/similarity/plan-parts.ts';
import { textOf } from '#features/solutions/program-text.ts';
import { PUBLIC_USER_COLUMNS } from '#features/users/public-user.ts';

/** The newest search of a contest. */
export function findSearch(db: Db, contestId: number) {
  return db.selectFrom('similaritySearch').selectAll().where('contestId', '=', contestId).executeTakeFirst();
}

/** Puts a search in the place of the one before. @returns false when that one runs */
export async function beginSearch(
  tx: Tx,
  contestId: number,
  begun: { startedById: number; partsNumber: number; comparedNumber: number },
): Promise<boolean> {
  const values = {
    ...begun,
    ...{ startedAtMs: NOW_MS, endedAtMs: null, isCancelled: false, endedParts: 0 },
    ...{ pairs: '[]', leftOut: [], failedProblemIds: [] },
  };
  const row = await tx
    .insertInto('similaritySearch')
    .values({ contestId, ...values })
    .onConflict((conflict) =>
      conflict.column('contestId').doUpdateSet(values).where('similaritySearch.endedAtMs', 'is not', null),
    )
    .returning('contestId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the search of a contest. @returns false when none runs */
export async function lockRunningSearch(tx: Tx, contestId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('similaritySearch')
    .select('contestId')
    .where('contestId', '=', contestId)
    .where('endedAtMs', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores parts that read solutions. */
export async function insertParts(tx: Tx, contestId: number, parts: readonly ReadPart[]): Promise<void> {
  await sql`
    insert into similarity_part (contest_id, kind, problem_id, language_family, keep_one_of, solution_ids)
    select ${contestId}::integer, 'read', (part ->> 'problemId')::integer, part ->> 'languageFamily',
      (part ->> 'keepOneOf')::integer,
      array(select jsonb_array_elements_text(part -> 'solutionIds')::integer)
    from jsonb_array_elements(${JSON.stringify(parts)}::jsonb) with ordinality as given(part, place)
    order by place
  `.execute(tx);
}

/** Number of parts of a search that judges work on. */
export async function countLeasedParts(db: Db, contestId: number): Promise<number> {
  const { count } = await db
    .selectFrom('judging')
    .innerJoin('similarityPart', 'similarityPart.id', 'judging.similarityPartId')
    .where('similarityPart.contestId', '=', contestId)
    .where('judging.leasedUntilMs', 'is not', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Indexes of problems of a contest. */
export async function findIndexes(
  db: Db,
  contestId: number,
  problemIds: readonly number[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('contestProblem')
    .select('position')
    .where('contestId', '=', contestId)
    .where('problemId', '=', sql<number>`any(${[...problemIds]}::integer[])`)
    .orderBy('position')
    .execute();
  return rows.map(({ position }) => problemIndex(position));
}

/**
 * The first accepted solution of each participant on each problem of a contest, with the size of its source; supervisors' are
 * left out.
 */
export function findAccepted(db: Db, contestId: number) {
  return db
    .selectFrom('solution')
    .innerJoin('account', 'account.id', 'solution.accountId')
    .innerJoin('language', 'language.id', 'solution.languageId')
    .where('solution.contestId', '=', contestId)
    .where('solution.deletedAtMs', 'is', null)
    .where('solution.verdictId', '=', VERDICTS.accepted.id)
    .where(sql<boolean>`access_mask <> all(${[...SUPERVISOR_MASKS]}::integer[])`)
    .distinctOn(['solution.problemId', 'solution.accountId'])
    .orderBy('solution.problemId')
    .orderBy('solution.accountId')
    .orderBy('solution.id')
    .select([
      'solution.id',
      'solution.problemId',
      'language.languageFamily as family',
      sql<number>`octet_length(source) + coalesce(octet_length(files::text), 0)`.as('bytes'),
    ])
    .execute();
}

/** The program of a solution as one text, with all its files. */
export async function findSourceById(db: Db, solutionId: number, family: string): Promise<string> {
  const row = await db
    .selectFrom('solution')
    .select(['source', 'entryPoint', 'files'])
    .where('id', '=', solutionId)
    .executeTakeFirst();
  return row ? textOf(row, family) : ''; // deleted meanwhile
}

/** Solutions of a contest with their authors, as far as they exist. */
export function findCompared(db: Db, contestId: number, ids: readonly number[]) {
  return db
    .selectFrom('solution')
    .innerJoin('account', 'account.id', 'solution.accountId')
    .innerJoin('language', 'language.id', 'solution.languageId')
    .innerJoin('contestProblem', (join) =>
      join
        .onRef('contestProblem.contestId', '=', 'solution.contestId')
        .onRef('contestProblem.problemId', '=', 'solution.problemId'),
    )
    .where('solution.contestId', '=', contestId)
    .where('solution.deletedAtMs', 'is', null)
    .where('solution.id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .select(PUBLIC_USER_COLUMNS)
    .select([
      'solution.id as solutionId',
      'solution.problemId',
      'solution.sentAtMs',
      'language.name as languageName',
      'language.languageFamily as family',
      'contestProblem.position',
      'contestProblem.color',
    ])
    .execute();
}

/** The problems of a contest in their order, named in a language, each with what participants were given for it. */
export async function listTemplates(db: Db, contestId: number, locale: Locale) {
  const rows = await db
    .selectFrom('contestProblem')
    .innerJoin('problem', 'problem.id', 'contestProblem.problemId')
    .leftJoin('similarityTemplate as given', (join) =>
      join
        .onRef('given.contestId', '=', 'contestProblem.contestId')
        .onRef('given.problemId', '=', 'contestProblem.problemId'),
    )
    .select(['position', 'given.source'])
    .select(titleIn(locale).as('title'))
    .where('contestProblem.contestId', '=', contestId)
    .orderBy('position')
    .execute();
  return rows.map(({ position, title, source }) => ({
    ...{ symbolIndex: problemIndex(position), title },
    source: source ?? '',
  }));
}
