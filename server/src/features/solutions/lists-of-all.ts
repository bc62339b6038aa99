import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { ROOMS, userOfList } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

/**
 * Tells participants of a contest who have the list of their solutions in all contests open here that it changed: it may show
 * its verdicts in another way. Supervisors' lists have the precise verdicts whatever it shows.
 */
export async function tellListsOfAll({ db, sockets }: Services, contestId: number): Promise<void> {
  const listing = sockets.roomNames().flatMap((room) => userOfList(room) ?? []);
  if (listing.length === 0) return;
  const participants = await findParticipantsAmong(db, contestId, listing);
  if (participants.length > 0)
    sockets.emit(participants.map(ROOMS.solutionsOf), 'contest changed', { contestId });
}

async function findParticipantsAmong(
  db: Db,
  contestId: number,
  accountIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('contestParticipant')
    .select('accountId')
    .where('contestId', '=', contestId)
    .where('accountId', '=', sql<number>`any(${[...accountIds]}::integer[])`)
    .execute();
  return rows.map(({ accountId }) => accountId);
}
