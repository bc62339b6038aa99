import type { Db } from '@balloon/database/connect.ts';
import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import {
  contestStatus,
  endTimeMs,
  isFloating,
  isMainTime,
  withOwnTimes,
} from '@balloon/domain/contests/contest-phase.ts';
import { sql } from 'kysely';
import { ConflictError } from '#errors.ts';
import { notYours, senderOf } from '#features/contests/acting/acting.ts';
import { openContest } from '#features/contests/contest-access.ts';
import { appendContestEvent, lockContestLog } from '#features/contests/contest-log.ts';
import { expectNetwork } from '#features/contests/devices/networks.ts';
import { entryError } from '#features/contests/entry-errors.ts';
import { addParticipant } from '#features/contests/join-contest.ts';
import { keepOwnTimeChanges } from '#features/contests/own-time-changes.ts';
import { updateLongestExtraTime } from '#features/contests/participants.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Starts a floating contest for the caller, who takes part from then on: their window runs, and ends with the period at the
 * latest. Starting again changes nothing.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} CONTEST_NOT_IN_TIME, CONTEST_ACCESS_DENIED, NETWORK_NOT_ALLOWED; PART_NOT_YOURS for who chose
 *   another part meanwhile
 * @throws {ConflictError} CONTEST_NOT_FLOATING where participants start nothing by themselves, as supervisors never do
 */
export async function startContest({ db, log }: Services, user: User, contestId: number) {
  // Before the lock, for which senders wait: who may not start holds nobody up.
  await visitStart(db, user, contestId);
  return db.transaction().execute(async (tx) => {
    // The instant is read under the lock under which solutions are taken, so none of them comes before it.
    await lockContestLog(tx, contestId);
    const { contest, nowMs, ownExtraTimeMs, ownStartShiftMs, ownStartedAtMs } = await visitStart(
      tx,
      user,
      contestId,
    );
    const startedAtMs = ownStartedAtMs ?? nowMs;
    if (ownStartedAtMs === null) {
      await addParticipant(tx, contestId, user.id);
      await tx
        .updateTable('contestParticipant')
        .set({ startedAtMs })
        .where('contestId', '=', contestId)
        .where('accountId', '=', user.id)
        .execute();
      if (ownExtraTimeMs > 0) await updateLongestExtraTime(tx, contestId);
      await keepOwnTimeChanges(tx, contestId, [
        {
          ...{ accountId: user.id, atMs: nowMs, actorId: senderOf(user) ?? user.id, isOwn: true },
          ...{ oldStartedAtMs: null, startedAtMs },
          ...{ oldExtraTimeMs: ownExtraTimeMs, extraTimeMs: ownExtraTimeMs },
        },
      ]);
      await appendContestEvent(tx, contestId, { type: 'started', userId: user.id, startedAtMs }, nowMs);
      log.info({ contestId, userId: user.id }, 'a participant started a floating contest');
    }
    const own = withOwnTimes(contest, { ownExtraTimeMs, ownStartShiftMs, ownStartedAtMs: startedAtMs });
    return { startedAtMs, endTimeMs: endTimeMs(own), previouslyStarted: ownStartedAtMs !== null };
  });
}

/** A floating contest that the caller has started, or may start now. @throws as `startContest` */
async function visitStart(db: Db, user: User, contestId: number) {
  if (await choseAnotherPart(db, user, contestId)) throw notYours(); // a moment ago
  const visited = await openContest({ db }, user, contestId);
  const { contest, nowMs, ownStartedAtMs = null } = visited;
  if (!isFloating(contest) || isSupervisor(user.accessMask)) {
    throw new ConflictError('CONTEST_NOT_FLOATING', 'Participants do not start this contest by themselves');
  }
  if (ownStartedAtMs === null) {
    const status = contestStatus(contest, nowMs);
    if (!isMainTime(status)) throw entryError('CONTEST_NOT_IN_TIME', contestId);
    expectNetwork(user, { ...visited, status });
  }
  return { ...visited, ownStartedAtMs };
}

/** Whether the person behind an account takes part as another one by now. */
async function choseAnotherPart(db: Db, user: User, contestId: number): Promise<boolean> {
  const personId = senderOf(user) ?? user.id;
  const { rows } = await sql<{ isAnother: boolean }>`
    select members_act and chose_another_part(id, ${personId}::integer, ${user.id}::integer) as "isAnother"
    from contest where id = ${contestId}
  `.execute(db);
  return rows[0]?.isAnother ?? false;
}
