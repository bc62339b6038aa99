import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { openContest } from '#features/contests/contest-access.ts';
import { appendContestEvent } from '#features/contests/contest-log.ts';
import type { Services, User } from '#services.ts';

/**
 * Makes the caller a participant. Joining again changes nothing.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} CONTEST_NOT_IN_TIME, CONTEST_ACCESS_DENIED
 */
export function joinContest({ db }: Services, user: User, contestId: number) {
  return db.transaction().execute(async (tx) => {
    const { contest } = await openContest({ db: tx }, user, contestId);
    const isNew = await addParticipant(tx, contest.id, user.id);
    return { previouslyJoined: !isNew };
  });
}

/**
 * Adds a participant to the contest and its log, which is locked unless the person is in it already.
 *
 * @returns false when the person was in it already; of two simultaneous calls one returns true
 */
export async function addParticipant(tx: Tx, contestId: number, userId: number): Promise<boolean> {
  const joinedAtMs = await databaseNowMs(tx);
  // The contest is locked before the participant is inserted, in the order of `lockContestLog`.
  const { numAffectedRows } = await sql`
    insert into contest_participant (contest_id, account_id, joined_at_ms)
    select id, ${userId}::integer, ${joinedAtMs}::bigint from contest
    where id = ${contestId} and not exists (
      select from contest_participant where contest_id = ${contestId} and account_id = ${userId}
    )
    for no key update of contest
    on conflict do nothing
  `.execute(tx);
  if (numAffectedRows === 0n) return false;
  await appendContestEvent(tx, contestId, { type: 'joined', userId, joinedAtMs }, joinedAtMs);
  return true;
}
