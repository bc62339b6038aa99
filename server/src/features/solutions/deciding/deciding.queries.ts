import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/** Data of a solution to copy, while its problem is in the contest; locked until the transaction ends. */
export function findSolutionToDuplicate(tx: Tx, solutionId: number) {
  return tx
    .selectFrom('solution')
    .innerJoin('problem', 'problem.id', 'solution.problemId')
    .innerJoin('contestProblem', (join) =>
      join
        .onRef('contestProblem.contestId', '=', 'solution.contestId')
        .onRef('contestProblem.problemId', '=', 'solution.problemId'),
    )
    .where('solution.id', '=', solutionId)
    .where('solution.deletedAtMs', 'is', null)
    .select([
      'solution.problemId',
      'solution.accountId',
      'solution.languageId',
      'solution.source',
      'solution.entryPoint',
      'solution.files',
      'solution.sourceSha256',
      'problem.systemType',
    ])
    .forUpdate('solution')
    .executeTakeFirst();
}

/**
 * Sets a verdict by hand and removes the judge's details, so no later change makes it stale.
 *
 * @returns `undefined` for an unknown or deleted solution
 */
export function setVerdict(tx: Tx, solutionId: number, verdictId: number, nowMs: number) {
  return tx
    .updateTable('solution')
    .set((eb) => ({
      verdictId,
      verdictGotAtMs: eb.fn.coalesce('verdictGotAtMs', eb.val(nowMs)),
      judgedBy: null,
    }))
    .where('id', '=', solutionId)
    .where('deletedAtMs', 'is', null)
    .returning(['accountId as userId', 'problemId', 'sentAtMs'])
    .executeTakeFirst();
}

/** Returns owner, problem and verdict of the deleted solution; `undefined` for an unknown or deleted one. */
export function markDeleted(tx: Tx, solutionId: number, nowMs: number) {
  return tx
    .updateTable('solution')
    .set({ deletedAtMs: nowMs })
    .where('id', '=', solutionId)
    .where('deletedAtMs', 'is', null)
    .returning(['accountId as userId', 'problemId', 'verdictId', 'sentAtMs'])
    .executeTakeFirst();
}

/** Deletes all of a participant's solutions in a contest, also from the queue; returns their ids. */
export async function markAllDeleted(
  tx: Tx,
  { contestId, userId, nowMs }: { contestId: number; userId: number; nowMs: number },
): Promise<number[]> {
  const rows = await tx
    .updateTable('solution')
    .set({ deletedAtMs: nowMs })
    .where('contestId', '=', contestId)
    .where('accountId', '=', userId)
    .where('deletedAtMs', 'is', null)
    .returning('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  await tx.deleteFrom('judging').where('solutionId', '=', sql<number>`any(${ids}::integer[])`).execute();
  return ids;
}
