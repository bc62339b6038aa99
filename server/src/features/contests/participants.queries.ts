import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/** Removes a participant, and their extra time with them. Returns false when there was no such participant. */
export async function removeParticipantRow(tx: Tx, contestId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('contestParticipant')
    .where('contestId', '=', contestId)
    .where('accountId', '=', userId)
    .executeTakeFirst();
  await updateLongestExtraTime(tx, contestId);
  return numDeletedRows > 0n;
}

/** Keeps the extra time of the contest that of the participant with the most, and returns it. */
export async function updateLongestExtraTime(tx: Tx, contestId: number): Promise<number> {
  const { extraTimeMs } = await tx
    .updateTable('contest')
    .set({
      extraTimeMs: sql<number>`coalesce((
        select max(extra_time_ms) from contest_participant where contest_id = ${contestId}
      ), 0)`,
    })
    .where('id', '=', contestId)
    .returning('extraTimeMs')
    .executeTakeFirstOrThrow();
  return extraTimeMs;
}
