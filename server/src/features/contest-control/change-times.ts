import type { TimesChanged } from '@balloon/contracts/contests/contest-control.ts';
import { MAX_CONTEST_MS } from '@balloon/contracts/contests/contest-form.ts';
import type { AuditAction } from '@balloon/contracts/site/audit-actions.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { extendedBy, frozenNow, startedNow, thawed } from '@balloon/domain/contests/time-changes.ts';
import { ConflictError, InvalidInputError } from '#errors.ts';
import { expectVersion } from '#features/audit/stale-edit.ts';
import type { ContestSettings } from '#features/contest-admin/contest-settings.ts';
import { lockSettings, storeSettings } from '#features/contest-admin/save-contest.ts';
import type { Services, User } from '#services.ts';

const MINUTE_MS = 60_000;

/** Change of the times of a contest, which depends on the instant at which it happens. */
export interface TimeChange {
  action: AuditAction;
  /** Settings afterwards; throws where the contest is in no phase for it. */
  apply(settings: ContestSettings, atMs: number): ContestSettings;
}

/** Starts a contest that waits. */
export const START: TimeChange = {
  action: 'contest.start',
  apply(settings, atMs) {
    const started = startedNow(settings, atMs);
    if (started) return started;
    throw new ConflictError('CONTEST_ALREADY_STARTED', 'The contest has started already');
  },
};

export const FREEZE: TimeChange = {
  action: 'contest.freeze',
  apply(settings, atMs) {
    const frozen = frozenNow(settings, atMs);
    if (frozen) return frozen;
    throw new ConflictError(
      'RESULTS_NOT_OPEN',
      'Results can be frozen while a contest runs and they are open',
    );
  },
};

export const THAW: TimeChange = {
  action: 'contest.thaw',
  apply(settings, atMs) {
    const open = thawed(settings, atMs);
    if (open) return open;
    throw new ConflictError('RESULTS_NOT_FROZEN', 'The results are not frozen now');
  },
};

/** Moves the end by minutes, also to an earlier one. */
export const extend = (minutes: number): TimeChange => ({
  action: 'contest.extend',
  apply(settings, atMs) {
    const extended = extendedBy(settings, minutes * MINUTE_MS, atMs);
    if (!extended)
      throw new ConflictError('END_NOT_AHEAD', 'The end would not lie ahead: choose a later one');
    if (extended.durationTimeMs <= MAX_CONTEST_MS) return extended;
    throw new InvalidInputError('INVALID_INPUT', 'minutes: the contest would be too long');
  },
});

/**
 * Changes the times of a contest at the moment of the database's clock, and notifies everybody in it.
 *
 * @param basedOn revision that the supervisor saw, so that two who act at once do not both extend
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 * @throws {ConflictError} CHANGED_MEANWHILE, CONTEST_ALREADY_STARTED, RESULTS_NOT_OPEN, RESULTS_NOT_FROZEN, END_NOT_AHEAD
 */
export function changeTimes(
  { db, log }: Services,
  user: User,
  contestId: number,
  { change, basedOn }: { change: TimeChange; basedOn: number | undefined },
): Promise<TimesChanged> {
  return db.transaction().execute(async (tx) => {
    const stored = await lockSettings(tx, user, contestId);
    await expectVersion(tx, { kind: 'contest', id: contestId, stored: stored.revision, read: basedOn });
    const after = change.apply(stored.settings, await databaseNowMs(tx));
    const changed = await storeSettings(tx, user, contestId, stored, after, change.action);
    log.info({ contestId, supervisorId: user.id, action: change.action }, 'the times of a contest changed');
    const revision = stored.revision + (changed.length > 0 ? 1 : 0);
    return { revision, before: timesOf(stored.settings), after: timesOf(after) };
  });
}

const timesOf = ({ startTimeMs, durationTimeMs, relativeFreezeTimeMs }: ContestSettings) => ({
  startTimeMs,
  durationTimeMs,
  relativeFreezeTimeMs,
});
