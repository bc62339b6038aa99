import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import type { StoredSimilarPair } from '@balloon/database/contest-tables.ts';
import { SUPERVISOR_MASKS } from '@balloon/domain/contest-access.ts';
import { problemIndex } from '@balloon/domain/problem-index.ts';
import { VERDICTS } from '@balloon/domain/verdicts.ts';
import { sql } from 'kysely';
import { textOf } from '#features/solutions/program-text.ts';
import { PUBLIC_USER_COLUMNS } from '#features/users/public-user.ts';

/** The newest search of a contest, with the instant by which its state is judged. */
export function findSearch(db: Db, contestId: number) {
  return db
    .selectFrom('similaritySearch')
    .selectAll()
    .select(NOW_MS.as('nowMs'))
    .where('contestId', '=', contestId)
    .executeTakeFirst();
}

/** Puts a search in the place of the one before. */
export async function beginSearch(tx: Tx, contestId: number, startedById: number, token: string) {
  const begun = { startedById, startedAtMs: NOW_MS, beatAtMs: NOW_MS, endedAtMs: null, token };
  const empty = { comparedNumber: 0, pairs: '[]' };
  await tx
    .insertInto('similaritySearch')
    .values({ contestId, ...begun, ...empty })
    .onConflict((conflict) => conflict.column('contestId').doUpdateSet({ ...begun, ...empty }))
    .execute();
}

/** Says that a search goes on. @returns false when another one took its place */
export async function beat(db: Db, token: string, comparedNumber: number): Promise<boolean> {
  const row = await db
    .updateTable('similaritySearch')
    .set({ comparedNumber, beatAtMs: NOW_MS })
    .where('token', '=', token)
    .returning('contestId')
    .executeTakeFirst();
  return row !== undefined;
}

export async function endSearch(
  db: Db,
  token: string,
  found: { comparedNumber: number; pairs: readonly StoredSimilarPair[] },
): Promise<void> {
  await db
    .updateTable('similaritySearch')
    .set({
      comparedNumber: found.comparedNumber,
      pairs: JSON.stringify(found.pairs),
      endedAtMs: NOW_MS,
      beatAtMs: NOW_MS,
    })
    .where('token', '=', token)
    .execute();
}

/** The first accepted solution of each participant on each problem of a contest, without sources; supervisors' are left out. */
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
    .select(['solution.id', 'solution.problemId', 'solution.accountId', 'language.languageFamily as family'])
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
    .innerJoin('problem', 'problem.id', 'solution.problemId')
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
      'problem.title',
      'contestProblem.position',
      'contestProblem.color',
    ])
    .execute();
}

/** What participants of a contest were given, by problem. */
export async function findTemplates(db: Db, contestId: number): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('similarityTemplate')
    .select(['problemId', 'source'])
    .where('contestId', '=', contestId)
    .execute();
  return new Map(rows.map(({ problemId, source }) => [problemId, source]));
}

/** The problems of a contest in their order, each with what participants were given for it. */
export async function listTemplates(db: Db, contestId: number) {
  const rows = await db
    .selectFrom('contestProblem')
    .innerJoin('problem', 'problem.id', 'contestProblem.problemId')
    .leftJoin('similarityTemplate as given', (join) =>
      join
        .onRef('given.contestId', '=', 'contestProblem.contestId')
        .onRef('given.problemId', '=', 'contestProblem.problemId'),
    )
    .select(['position', 'problem.title', 'given.source'])
    .where('contestProblem.contestId', '=', contestId)
    .orderBy('position')
    .execute();
  return rows.map(({ position, title, source }) => ({
    ...{ symbolIndex: problemIndex(position), title },
    source: source ?? '',
  }));
}
