import type { ContestChange, ManagedContest, NewContest } from '@balloon/contracts/contests/contest-form.ts';
import type { AuditAction } from '@balloon/contracts/site/audit-actions.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { isFloating } from '@balloon/domain/contests/contest-phase.ts';
import { withOpeningOfLastEnd } from '@balloon/domain/contests/time-changes.ts';
import { ConflictError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { expectVersion } from '#features/audit/stale-edit.ts';
import { checkSettings } from '#features/contest-admin/check-settings.ts';
import {
  findSettings,
  insertContest,
  type StoredSettings,
  updateContest,
} from '#features/contest-admin/contest-settings.queries.ts';
import {
  type ContestSettings,
  changedNames,
  changedSettings,
  defaultSettings,
  type SettingName,
} from '#features/contest-admin/contest-settings.ts';
import { readManagedContest } from '#features/contest-admin/managed-contest.ts';
import { prolongHolds } from '#features/contests/confinement/prolong-holds.ts';
import { appendContestEvent } from '#features/contests/contest-log.ts';
import { raiseRevision } from '#features/contests/contest-revision.ts';
import { expectOpenResults } from '#features/contests/final-results.ts';
import { findMadeUnder, keyReused } from '#features/contests/made-once.ts';
import { updateLongestExtraTime } from '#features/contests/participants.queries.ts';
import { contestNotFound, lockSupervisedContest } from '#features/contests/supervision.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Makes a contest. Absent fields get the defaults of the form. The same idempotency key sent again returns the same contest.
 *
 * @throws {InvalidInputError} INVALID_INPUT with the field
 * @throws {ForbiddenError} GROUP_NOT_YOURS, VERSION_BY_ADMIN
 * @throws {ConflictError} IDEMPOTENCY_KEY_REUSED
 */
export function createContest(
  { db, log }: Services,
  user: User,
  { idempotencyKey, ...form }: NewContest,
): Promise<ManagedContest> {
  return db.transaction().execute(async (tx) => {
    const made = await findMadeUnder(tx, 'contest', user, idempotencyKey);
    if (made && made.name !== form.name) throw keyReused();
    if (made) return readManagedContest(tx, user.id, made.id);
    const nowMs = await databaseNowMs(tx);
    const defaults = defaultSettings(nowMs);
    const settings = changedSettings(defaults, form);
    await checkSettings(tx, user, null, settings);
    const contestId = await insertContest(tx, settings, user.id, idempotencyKey);
    await recordChange(tx, user, {
      action: 'contest.create',
      ...{ subjectId: contestId, subjectName: settings.name, contestId, version: 1 },
      after: { ...settings },
    });
    log.info({ contestId, supervisorId: user.id }, 'a contest was created');
    return readManagedContest(tx, user.id, contestId);
  });
}

/**
 * Changes a contest and notifies everybody in it. Solutions stay, also those of problems that leave it.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when it is removed or the caller does not supervise it
 * @throws {ConflictError} CHANGED_MEANWHILE when somebody else changed it since the form was filled
 * @throws {InvalidInputError} INVALID_INPUT with the field
 * @throws {ForbiddenError} GROUP_NOT_YOURS, VERSION_BY_ADMIN
 */
export function editContest(
  { db, log }: Services,
  user: User,
  contestId: number,
  change: ContestChange,
): Promise<ManagedContest> {
  return db.transaction().execute(async (tx) => {
    const stored = await lockSettings(tx, user, contestId);
    const { basedOnRevision: basedOn } = change;
    await expectVersion(tx, { kind: 'contest', id: contestId, stored: stored.revision, read: basedOn });
    const after = changedSettings(stored.settings, change);
    await checkSettings(tx, user, stored.settings, after);
    const changed = await storeSettings(tx, user, contestId, stored, after);
    if (changed.length > 0) log.info({ contestId, supervisorId: user.id, changed }, 'a contest was changed');
    return readManagedContest(tx, user.id, contestId);
  });
}

/**
 * Locks a contest that the caller supervises, and reads its settings.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 */
export async function lockSettings(tx: Tx, user: User, contestId: number): Promise<StoredSettings> {
  await lockSupervisedContest(tx, user, contestId);
  const stored = await findSettings(tx, contestId);
  if (!stored || stored.isSuspended) throw contestNotFound(contestId);
  return stored;
}

/** Settings that results do not depend on. */
const HARMLESS: ReadonlySet<string> = new Set<SettingName>([
  ...(['name', 'groupIds', 'languageIds', 'practiceDurationTimeMs', 'isEnabled', 'isListed'] as const),
  ...(['isWithComments', 'sourcesAfterEnd', 'testsAfterEnd', 'showsOrigin', 'allowsVirtual'] as const),
  ...(['allowedNetworks', 'hasPublicTable', 'bindsDevices', 'confines', 'keepsDrafts'] as const),
  ...(['joinsVerdicts', 'membersAct'] as const),
]);

/** Times by which the past contest is replayed: what happened by them cannot happen again at another time. */
const REPLAYED: ReadonlySet<string> = new Set<SettingName>([
  ...(['startTimeMs', 'durationTimeMs', 'relativeFreezeTimeMs', 'removedIntervals'] as const),
]);

/**
 * Refuses a change of settings that stay as they are.
 *
 * @throws {ConflictError} RESULTS_FINAL; VIRTUAL_TIMES_FIXED for the times of a virtual participation
 */
export async function expectChangeable(
  tx: Tx,
  contestId: number,
  { virtualOfId }: Pick<StoredSettings, 'virtualOfId'>,
  changed: readonly string[],
): Promise<void> {
  if (changed.some((name) => !HARMLESS.has(name))) await expectOpenResults(tx, contestId);
  if (virtualOfId === null || !changed.some((name) => REPLAYED.has(name))) return;
  throw new ConflictError(
    'VIRTUAL_TIMES_FIXED',
    'The times of a virtual participation stay as they were when it began',
  );
}

/**
 * Writes what differs and announces it; returns the names of the changed settings.
 *
 * @param user who changes them; null: a command, or a contest package whose problems became ready
 * @param action name under which the change is recorded
 * @throws {ConflictError} RESULTS_FINAL; VIRTUAL_TIMES_FIXED for the times of a virtual participation
 */
export async function storeSettings(
  tx: Tx,
  user: Pick<User, 'id' | 'ip'> | null,
  contestId: number,
  stored: StoredSettings,
  wanted: ContestSettings,
  action: AuditAction = 'contest.edit',
): Promise<string[]> {
  const { settings: before } = stored;
  const nowMs = await databaseNowMs(tx);
  const after = withOpeningOfLastEnd(wanted, nowMs);
  const changed = changedNames(before, after);
  if (changed.length === 0) return changed;
  await expectChangeable(tx, contestId, stored, changed);
  await updateContest(tx, contestId, after);
  // Extra time behind the end of a window may lie within another period, and the other way round.
  if (isFloating(before) || isFloating(after)) await updateLongestExtraTime(tx, contestId);
  await prolongHolds(tx, contestId, after, nowMs);
  await recordChange(tx, user, {
    ...{ action, version: await raiseRevision(tx, contestId) },
    ...{ subjectId: contestId, subjectName: after.name, contestId },
    before: { ...before },
    after: { ...after },
  });
  // Boards of all web processes are scored anew by times, problems and rules, which each view reads.
  await appendContestEvent(tx, contestId, { type: 'changed' }, nowMs);
  await announce(tx, 'contest.changed', { contestId });
  return changed;
}
