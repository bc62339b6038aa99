import type { ContestPackageProgress } from '@balloon/contracts/contests/contest-import.ts';
import type { ImportState } from '@balloon/contracts/judging/package-import.ts';
import { findImport } from '#features/packages/imports.queries.ts';
import type { Services } from '#services.ts';

/** How far the problems of a contest package are; empty for a contest that came out of none. */
export async function readProgress(
  { db }: Pick<Services, 'db'>,
  contestId: number,
): Promise<ContestPackageProgress> {
  const rows = await db
    .selectFrom('contestPackageProblem')
    .select(['foreignId', 'label', 'name', 'color', 'problemId', 'importId', 'isPlaced'])
    .where('contestId', '=', contestId)
    .orderBy('position')
    .execute();
  const problems = [];
  for (const row of rows) {
    const found = row.importId === null ? undefined : await findImport(db, row.importId);
    const isHere = row.isPlaced && row.problemId !== null;
    const state: ImportState | null = isHere ? 'done' : (found?.state ?? null);
    problems.push({ ...row, state, message: isHere ? null : (found?.message ?? null) });
  }
  return { problems };
}
