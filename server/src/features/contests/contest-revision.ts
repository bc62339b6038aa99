import type { Tx } from '@balloon/database/connect.ts';

/**
 * Counts an edit of what the form of a contest shows, so that forms which were filled before are refused. Whatever
 * changes a contest calls it in its transaction, and records the change with the number that it returns.
 */
export async function raiseRevision(tx: Tx, contestId: number): Promise<number> {
  const { revision } = await tx
    .updateTable('contest')
    .set((eb) => ({ revision: eb('revision', '+', 1), updatedAt: new Date() }))
    .where('id', '=', contestId)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}
