import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import type { StoredSimilarPair } from '@balloon/database/contest-tables.ts';
import { sql } from 'kysely';

/** Locks the search that a part belongs to: it comes before the row of the queue in every transaction. */
export async function lockSearchOfPart(tx: Tx, similarityPartId: number): Promise<void> {
  await tx
    .selectFrom('similaritySearch')
    .select('contestId')
    .where('contestId', '=', (eb) =>
      eb.selectFrom('similarityPart').select('contestId').where('id', '=', similarityPartId),
    )
    .forUpdate()
    .execute();
}

/** Returns a part without what it found. */
export function findPart(db: Db, similarityPartId: number) {
  return db
    .selectFrom('similarityPart')
    .select(['id', 'contestId', 'kind', 'problemId', 'languageFamily', 'keepOneOf', 'solutionIds', 'fence'])
    .where('id', '=', similarityPartId)
    .executeTakeFirst();
}
export type Part = NonNullable<Awaited<ReturnType<typeof findPart>>>;
type SetOfPart = Pick<Part, 'contestId' | 'problemId' | 'languageFamily'>;

/** Programs of solutions that are still there. */
export function findPrograms(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('solution')
    .select(['id', 'source', 'entryPoint', 'files'])
    .where('id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .where('deletedAtMs', 'is', null)
    .orderBy('id')
    .execute();
}

/** What participants of a contest were given for a problem; empty for nothing. */
export async function findTemplate(db: Db, contestId: number, problemId: number): Promise<string> {
  const row = await db
    .selectFrom('similarityTemplate')
    .select('source')
    .where('contestId', '=', contestId)
    .where('problemId', '=', problemId)
    .executeTakeFirst();
  return row?.source ?? '';
}

const partsOfSet = (db: Db, { contestId, problemId, languageFamily }: SetOfPart) =>
  db
    .selectFrom('similarityPart')
    .where('contestId', '=', contestId)
    .where('problemId', '=', problemId)
    .where('languageFamily', '=', languageFamily);

/** Prints of all solutions of a set, joined. */
export async function findPrintsOfSet(db: Db, part: SetOfPart): Promise<Buffer> {
  const rows = await partsOfSet(db, part).where('kind', '=', 'read').select('prints').orderBy('id').execute();
  return Buffer.concat(rows.flatMap(({ prints }) => prints ?? []));
}

/** Whether all solutions of a set are read, or left out. */
export async function isSetRead(tx: Tx, part: SetOfPart): Promise<boolean> {
  const open = await partsOfSet(tx, part)
    .where('kind', '=', 'read')
    .where('endedAtMs', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return open === undefined;
}

/** Makes the part that finds the pairs of a set. */
export async function insertMatch(tx: Tx, part: SetOfPart & Pick<Part, 'keepOneOf'>): Promise<void> {
  const { contestId, problemId, languageFamily, keepOneOf } = part;
  await tx
    .insertInto('similarityPart')
    .values({ contestId, problemId, languageFamily, keepOneOf, kind: 'match' })
    .execute();
}

/** Ends a part. */
export async function storePartEnd(
  tx: Tx,
  { id, fence }: { id: number; fence: number },
  found: { prints?: Buffer; pairs?: readonly StoredSimilarPair[] },
): Promise<void> {
  const { prints = null, pairs = [] } = found;
  await tx
    .updateTable('similarityPart')
    .set({ fence, endedAtMs: NOW_MS, prints, pairs: JSON.stringify(pairs) })
    .where('id', '=', id)
    .execute();
}

/** What a part that ended adds to its search. */
export interface Gain {
  comparedNumber: number;
  leftOut: readonly number[];
  failedProblemIds: readonly number[];
}

/** Counts a part that ended. Returns the search. */
export function countPart(tx: Tx, contestId: number, { comparedNumber, leftOut, failedProblemIds }: Gain) {
  return tx
    .updateTable('similaritySearch')
    .set({
      endedParts: sql<number>`ended_parts + 1`,
      comparedNumber: sql<number>`compared_number + ${comparedNumber}::integer`,
      leftOut: sql<number[]>`left_out || ${[...leftOut]}::integer[]`,
      failedProblemIds: sql<number[]>`failed_problem_ids || ${[...failedProblemIds]}::integer[]`,
    })
    .where('contestId', '=', contestId)
    .returning(['startedById', 'partsNumber', 'endedParts'])
    .executeTakeFirstOrThrow();
}

/** Pairs that the parts of a search have found. */
export async function findPairsOfParts(tx: Tx, contestId: number): Promise<StoredSimilarPair[]> {
  const rows = await tx
    .selectFrom('similarityPart')
    .select('pairs')
    .where('contestId', '=', contestId)
    .where('kind', '=', 'match')
    .execute();
  return rows.flatMap(({ pairs }) => pairs);
}

/** Removes the parts of a search, also those in the queue and with judges. */
async function removeParts(tx: Tx, contestId: number): Promise<void> {
  await tx.deleteFrom('similarityPart').where('contestId', '=', contestId).execute();
}

/** Ends a search with its pairs. */
export async function storeSearchEnd(
  tx: Tx,
  contestId: number,
  { pairs, isCancelled }: { pairs: readonly StoredSimilarPair[]; isCancelled: boolean },
): Promise<void> {
  await removeParts(tx, contestId);
  await tx
    .updateTable('similaritySearch')
    .set({ pairs: JSON.stringify(pairs), isCancelled, endedAtMs: NOW_MS })
    .where('contestId', '=', contestId)
    .execute();
}
