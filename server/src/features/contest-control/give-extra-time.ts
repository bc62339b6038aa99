import type { ExtraTimeGiven, GiveExtraTime } from '@balloon/contracts/contests/contest-control.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { isFloating } from '@balloon/domain/contests/contest-phase.ts';
import { NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { expectVersion } from '#features/audit/stale-edit.ts';
import { wrongField } from '#features/contest-admin/contest-settings.ts';
import { lockSettings } from '#features/contest-admin/save-contest.ts';
import { refuseReopening } from '#features/contest-control/refuse-reopening.ts';
import { prolongHolds } from '#features/contests/confinement/prolong-holds.ts';
import { appendContestEvents } from '#features/contests/contest-log.ts';
import { raiseRevision } from '#features/contests/contest-revision.ts';
import { keepOwnTimeChanges } from '#features/contests/own-time-changes.ts';
import { updateLongestExtraTime } from '#features/contests/participants.queries.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

const MINUTE_MS = 60_000;

/**
 * Gives participants extra time, changes it or takes it back: their main time ends later than that of the others, and
 * what they send until then counts.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it; PARTICIPANT_NOT_FOUND
 * @throws {ConflictError} CHANGED_MEANWHILE; EXTRA_TIME_TOO_LATE when the results are final already
 * @throws {InvalidInputError} INVALID_INPUT without a reason in a floating contest
 */
export function giveExtraTime(
  { db, log }: Services,
  user: User,
  contestId: number,
  { people, reason = '', basedOnRevision }: GiveExtraTime,
): Promise<ExtraTimeGiven> {
  return db.transaction().execute(async (tx) => {
    const { settings, revision } = await lockSettings(tx, user, contestId);
    await expectVersion(tx, { kind: 'contest', id: contestId, stored: revision, read: basedOnRevision });
    const before = await findExtraTimes(
      tx,
      contestId,
      people.map(({ userId }) => userId),
    );
    const changed = people.filter(({ userId, minutes }) => before.get(userId)?.minutes !== minutes);
    const undo = changed.flatMap(({ userId }) => before.get(userId) ?? []);
    if (changed.length === 0) return { revision, before: [] };
    // Each window is somebody's own, so the jury wants to know why one is longer.
    if (isFloating(settings) && reason === '')
      throw wrongField({ field: 'reason', kind: 'required' }, 'say why, for the jury');

    for (const { userId, minutes } of changed)
      await storeExtraTime(tx, contestId, userId, minutes * MINUTE_MS);
    const nowMs = await databaseNowMs(tx);
    refuseReopening(settings, await updateLongestExtraTime(tx, contestId), nowMs);
    await prolongHolds(tx, contestId, settings, nowMs);
    await keepOwnTimeChanges(
      tx,
      contestId,
      changed.map(({ userId, minutes }) => {
        const { startedAtMs = null, extraTimeMs = 0 } = before.get(userId) ?? {};
        return {
          ...{ accountId: userId, atMs: nowMs, actorId: user.id, isOwn: false, reason },
          ...{ oldStartedAtMs: startedAtMs, startedAtMs },
          ...{ oldExtraTimeMs: extraTimeMs, extraTimeMs: minutes * MINUTE_MS },
        };
      }),
    );
    const version = await raiseRevision(tx, contestId);
    await recordChange(tx, user, {
      action: 'contest.extraTime',
      ...{ subjectId: contestId, subjectName: settings.name, contestId, version },
      before: { people: undo.map(({ username, minutes }) => ({ username, minutes })) },
      after: {
        people: changed.map(({ userId, minutes }) => ({ username: before.get(userId)?.username, minutes })),
        ...(reason !== '' && { reason }),
      },
    });
    await appendContestEvents(
      tx,
      contestId,
      changed.map(({ userId, minutes }) => ({ type: 'extraTime', userId, extraTimeMs: minutes * MINUTE_MS })),
      nowMs,
    );
    await announce(tx, 'contest.changed', { contestId });
    log.info({ contestId, supervisorId: user.id, people: changed.length }, 'extra time was given');
    return { revision: version, before: undo.map(({ userId, minutes }) => ({ userId, minutes })) };
  });
}

/** Present extra time of participants; nobody else may get any. */
async function findExtraTimes(tx: Tx, contestId: number, userIds: readonly number[]) {
  const rows = await tx
    .selectFrom('contestParticipant')
    .innerJoin('account', 'account.id', 'contestParticipant.accountId')
    .select(['account.id as userId', 'account.username'])
    .select(['contestParticipant.extraTimeMs', 'contestParticipant.startedAtMs'])
    .where('contestParticipant.contestId', '=', contestId)
    .where('account.id', 'in', userIds)
    .where('account.accessMask', '=', ACCESS_GROUPS.user.mask)
    .execute();
  const found = new Map(
    rows.map((person) => [person.userId, { ...person, minutes: person.extraTimeMs / MINUTE_MS }]),
  );
  const missing = userIds.find((id) => !found.has(id));
  if (missing === undefined) return found;
  throw new NotFoundError('PARTICIPANT_NOT_FOUND', `User ${missing} does not take part in this contest`);
}

async function storeExtraTime(tx: Tx, contestId: number, userId: number, extraTimeMs: number) {
  await tx
    .updateTable('contestParticipant')
    .set({ extraTimeMs })
    .where('contestId', '=', contestId)
    .where('accountId', '=', userId)
    .execute();
}
