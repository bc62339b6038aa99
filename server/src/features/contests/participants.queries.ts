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

/**
 * Keeps the extra time of the contest that by which its last participant ends after the others, and returns it. In a
 * floating contest windows end within the period: only what lies behind its end counts, and of who has yet to start all.
 */
export async function updateLongestExtraTime(tx: Tx, contestId: number): Promise<number> {
  const { extraTimeMs } = await tx
    .updateTable('contest')
    .set({
      extraTimeMs: sql<number>`coalesce((
        select max(case
          when contest.window_time_ms is null or participant.started_at_ms is null then participant.extra_time_ms
          else greatest(0, own.end_ms + participant.extra_time_ms - contest.start_time_ms - contest.duration_time_ms)
        end)
        from contest_participant participant, own_times(
          contest.start_time_ms, contest.duration_time_ms, 0, contest.window_time_ms, 0, participant.started_at_ms, false
        ) own
        where participant.contest_id = contest.id and participant.extra_time_ms > 0
      ), 0)`,
    })
    .where('id', '=', contestId)
    .returning('extraTimeMs')
    .executeTakeFirstOrThrow();
  return extraTimeMs;
}
