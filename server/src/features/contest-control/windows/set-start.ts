import type { SetStart } from '@balloon/contracts/contests/own-windows.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { type ContestTimes, endTimeMs, isFloating } from '@balloon/domain/contests/contest-phase.ts';
import { ConflictError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { wrongField } from '#features/contest-admin/contest-settings.ts';
import { lockSettings } from '#features/contest-admin/save-contest.ts';
import { refuseReopening } from '#features/contest-control/refuse-reopening.ts';
import { findStart } from '#features/contest-control/windows/windows.queries.ts';
import { appendContestEvent } from '#features/contests/contest-log.ts';
import { keepOwnTimeChanges } from '#features/contests/own-time-changes.ts';
import { updateLongestExtraTime } from '#features/contests/participants.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Takes back the start of a participant of a floating contest, who then starts anew by themselves, or sets it to an instant
 * that has passed. What they sent before their start counts no more; extra time stays. Their pages follow at once.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it; PARTICIPANT_NOT_FOUND
 * @throws {ConflictError} CONTEST_NOT_FLOATING; START_CHANGED when it is not the one that the caller saw; RESULTS_FINAL;
 *   EXTRA_TIME_TOO_LATE when everybody has ended and the participant would go on by their extra time
 * @throws {InvalidInputError} INVALID_INPUT for an instant ahead, or outside of the period
 */
export function setStart(
  { db, log }: Services,
  supervisor: User,
  {
    contestId,
    userId,
    startedAtMs,
    readStartedAtMs,
    reason,
  }: SetStart & { contestId: number; userId: number },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { settings } = await lockSettings(tx, supervisor, contestId);
    if (!isFloating(settings)) {
      throw new ConflictError('CONTEST_NOT_FLOATING', 'Participants do not start this contest by themselves');
    }
    const before = await findStart(tx, contestId, userId);
    if (!before)
      throw new NotFoundError('PARTICIPANT_NOT_FOUND', `User ${userId} does not take part in this contest`);
    if (before.startedAtMs !== readStartedAtMs) {
      throw new ConflictError(
        'START_CHANGED',
        'The start was taken back or made meanwhile: look at it again',
      );
    }
    if (startedAtMs === before.startedAtMs) return;
    const nowMs = await databaseNowMs(tx);
    if (startedAtMs !== null) expectInPeriod(settings, startedAtMs, nowMs);

    await tx
      .updateTable('contestParticipant')
      .set({ startedAtMs })
      .where('contestId', '=', contestId)
      .where('accountId', '=', userId)
      .execute();
    refuseReopening(settings, await updateLongestExtraTime(tx, contestId), nowMs);
    const { extraTimeMs } = before;
    await keepOwnTimeChanges(tx, contestId, [
      {
        ...{ accountId: userId, atMs: nowMs, actorId: supervisor.id, isOwn: false, reason },
        ...{ oldStartedAtMs: before.startedAtMs, startedAtMs, oldExtraTimeMs: extraTimeMs, extraTimeMs },
      },
    ]);
    await recordChange(tx, supervisor, {
      action: 'contest.ownStart',
      ...{ subjectId: contestId, subjectName: settings.name, contestId },
      before: { startedAtMs: before.startedAtMs },
      after: { username: before.username, startedAtMs, reason },
    });
    await appendContestEvent(tx, contestId, { type: 'started', userId, startedAtMs }, nowMs);
    log.info(
      { contestId, userId, supervisorId: supervisor.id, startedAtMs },
      'the start of a participant was set',
    );
  });
}

/** Somebody may have started from the beginning of the period on, until now. */
function expectInPeriod(contest: ContestTimes, startedAtMs: number, nowMs: number): void {
  if (contest.startTimeMs <= startedAtMs && startedAtMs <= nowMs && startedAtMs < endTimeMs(contest)) return;
  throw wrongField({ field: 'startedAtMs', kind: 'invalid' }, 'must lie within the period, and have passed');
}
