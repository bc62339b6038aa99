import type { Db, Tx } from '@balloon/database/connect.ts';
import { VERDICTS } from '@balloon/domain/verdicts.ts';
import { sql } from 'kysely';

export interface SolutionToRejudge {
  id: number;
  userId: number;
  problemId: number;
  sentAtMs: number;
  systemType: string;
  languageKey: string;
}

/** A place in the solutions of a contest, oldest first. */
export interface Page {
  afterId: number;
  limit: number;
}

/** All that judging again needs of solutions; narrow it down before use. */
function solutionsToRejudge(db: Db) {
  return db
    .selectFrom('solution')
    .innerJoin('language', 'language.id', 'solution.languageId')
    .where('solution.deletedAtMs', 'is', null)
    .select([
      'solution.id',
      'solution.accountId as userId',
      'solution.problemId',
      'solution.sentAtMs',
      'language.systemType',
      'language.foreignLanguageId as languageKey',
    ]);
}

export function findSolutionToRejudge(db: Db, solutionId: number): Promise<SolutionToRejudge | undefined> {
  return solutionsToRejudge(db).where('solution.id', '=', solutionId).executeTakeFirst();
}

export function findSolutionsToRejudge(db: Db, ids: readonly number[]): Promise<SolutionToRejudge[]> {
  return solutionsToRejudge(db)
    .where('solution.id', 'in', [...ids])
    .orderBy('solution.id')
    .execute();
}

/**
 * The next solutions of a contest to be judged again. A disqualified one stays so, and one that waits for its verdict
 * gets a new one anyway.
 */
export function pageSolutionsToRejudge(
  db: Db,
  wanted: { contestId: number; problemId: number | undefined; userId: number | undefined },
  { afterId, limit }: Page,
): Promise<SolutionToRejudge[]> {
  let query = solutionsToRejudge(db)
    .where('solution.contestId', '=', wanted.contestId)
    .where('solution.id', '>', afterId)
    .where('solution.verdictId', 'is distinct from', VERDICTS.disqualified.id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('judging')
            .whereRef('judging.solutionId', '=', 'solution.id')
            .where('judging.purpose', '=', 'verdict')
            .where('judging.fence', 'is', null) // nobody works on it
            .select(sql`1`.as('one')),
        ),
      ),
    );
  if (wanted.problemId !== undefined) query = query.where('solution.problemId', '=', wanted.problemId);
  if (wanted.userId !== undefined) query = query.where('solution.accountId', '=', wanted.userId);
  return query.orderBy('solution.id').limit(limit).execute();
}

/** Back to "in queue"; the number of refreshes is kept. */
export async function clearVerdicts(tx: Tx, solutionIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('solution')
    .set((eb) => ({
      verdictId: null,
      verdictGotAtMs: null,
      testNumber: 0,
      timeMs: 0,
      memoryKb: 0,
      score: null,
      compilationError: null,
      judgingDetail: null,
      judgedBy: null,
      refreshedNumber: eb('refreshedNumber', '+', 1),
    }))
    .where('id', 'in', [...solutionIds])
    .execute();
}
