import { sql } from 'kysely';
import { ROOMS } from '#realtime/rooms.ts';

/*
 * Who may know of a message, said twice: for the lists and for the live events. Supervisors of the contest know of
 * all of them, the recipient of their own (of a question that is who asks), everybody in the contest of those that
 * have no recipient.
 */

/** Who reads: a person, and whether they supervise the contest. */
export interface MessageReader {
  userId: number;
  supervises: boolean;
}

/** Condition on rows of `contest_message` under the name `message`. */
export const isVisibleTo = ({ userId, supervises }: MessageReader) =>
  sql<boolean>`(${supervises}::boolean or message.recipient_id is null or message.recipient_id = ${userId})`;

/** The rooms whose members may know of a message. */
export function audienceRooms(contestId: number, recipientId: number | null): string[] {
  if (recipientId === null) return [ROOMS.contest(contestId)];
  return [ROOMS.contestUser(contestId, recipientId), ROOMS.contestSupervisors(contestId)];
}
