import type { Tx } from '@balloon/database/connect.ts';

/** Returns false when there was no such participant. */
export async function removeParticipantRow(tx: Tx, contestId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('contestParticipant')
    .where('contestId', '=', contestId)
    .where('accountId', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
