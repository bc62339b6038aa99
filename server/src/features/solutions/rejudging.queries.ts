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

/**
 * Finds solutions that can be judged again, oldest first, without disqualified ones, which stay so, and those
 * that wait for a verdict anyway.
 */
export function findSolutionsToRejudge(db: Db, ids: readonly number[]): Promise<SolutionToRejudge[]> {
  return withLanguage(db)
    .where('solution.id', '=', sql<number>`any(${[...ids]}::integer[])`)
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
    )
    .orderBy('solution.id')
    .execute();
}

/** Finds an existing solution, whatever its verdict. */
export function findSolutionToRejudge(db: Db, solutionId: number): Promise<SolutionToRejudge | undefined> {
  return withLanguage(db).where('solution.id', '=', solutionId).executeTakeFirst();
}

/** Selects the data for rejudging; callers add a condition. */
function withLanguage(db: Db) {
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

/** Ids of a contest's solutions, all or those on a problem, of a participant or both, oldest first. */
export async function listSolutionsOf(
  db: Db,
  wanted: { contestId: number; problemId: number | undefined; userId: number | undefined },
): Promise<number[]> {
  let query = db
    .selectFrom('solution')
    .where('deletedAtMs', 'is', null)
    .where('contestId', '=', wanted.contestId);
  if (wanted.problemId !== undefined) query = query.where('problemId', '=', wanted.problemId);
  if (wanted.userId !== undefined) query = query.where('accountId', '=', wanted.userId);
  const rows = await query.select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Clears verdicts, back to "in queue"; the number of refreshes is kept. */
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
