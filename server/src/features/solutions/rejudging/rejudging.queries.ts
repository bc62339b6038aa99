import type { Db } from '@balloon/database/connect.ts';

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
