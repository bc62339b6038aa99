import { sql } from 'kysely';
import { ROOMS } from '#realtime/rooms.ts';

/*
 * Audience of a message, in two forms: for the lists and for the live events. Supervisors of the contest see
 * all messages, the recipient of a message sees it (of a question that is its author), and everybody in the
 * contest sees those without a recipient.
 */

/** Reader of messages: a person, and whether they supervise the contest. */
export interface MessageReader {
  userId: number;
  supervises: boolean;
  /** Whether they have yet to start a floating contest, and messages about its problems wait until they do. */
  hasYetToStart?: boolean;
}

/** Condition on rows of `contest_message` under the name `message`. */
export const isVisibleTo = ({ userId, supervises, hasYetToStart = false }: MessageReader) =>
  sql<boolean>`(
    ${supervises}::boolean or message.recipient_id = ${userId}
    or message.recipient_id is null and (message.problem_id is null or not ${hasYetToStart}::boolean)
  )`;

/** The rooms whose members may know of a message. */
export function audienceRooms(contestId: number, recipientId: number | null): string[] {
  if (recipientId === null) return [ROOMS.contest(contestId)];
  return [ROOMS.contestUser(contestId, recipientId), ROOMS.contestSupervisors(contestId)];
}
