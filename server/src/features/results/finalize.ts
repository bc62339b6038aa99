import type { FinalizeResults, ReopenResults } from '@balloon/contracts/scoreboard/results.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ConflictError, FinalResultsError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { appendContestEvent } from '#features/contests/contest-log.ts';
import { raiseRevision } from '#features/contests/contest-revision.ts';
import { lockSupervisedContest } from '#features/contests/supervision.ts';
import { findMissing, findSupervisorsIn } from '#features/results/results.queries.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Makes the results of a contest final. Nothing changes them from then on, until an admin opens them again.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 * @throws {ConflictError} RESULTS_FINAL, RESULTS_NOT_OFFICIAL, RESULTS_INCOMPLETE while something is missing
 */
export function finalizeResults(
  { db, log }: Services,
  user: User,
  { contestId, extraBronze }: FinalizeResults & { contestId: number },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const contest = await lockSupervisedContest(tx, user, contestId);
    const nowMs = await databaseNowMs(tx);
    if (contest.finalizedAtMs !== null) throw new FinalResultsError();
    if (!contest.hasOfficialResults) throw notOfficial();
    const missing = await findMissing(tx, contest, nowMs);
    if (missing.length > 0) throw incomplete(missing.map(({ kind }) => kind));
    await store(tx, contestId, {
      ...{ finalizedAtMs: nowMs, finalizedById: user.id, extraBronze },
      finalSupervisorIds: await findSupervisorsIn(tx, contestId),
    });
    await recordChange(tx, user, {
      ...{ action: 'contest.finalize', version: await raiseRevision(tx, contestId) },
      ...{ subjectId: contestId, subjectName: contest.name, contestId, after: { extraBronze } },
    });
    await tellAll(tx, contestId, nowMs);
    log.info({ contestId, supervisorId: user.id }, 'results were made final');
  });
}

/**
 * Opens final results again, for a reason that stays in the log of changes. There is no final feed yet that
 * could forbid it.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 * @throws {ConflictError} RESULTS_NOT_FINAL
 */
export function reopenResults(
  { db, log }: Services,
  user: User,
  { contestId, reason }: ReopenResults & { contestId: number },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { name, finalizedAtMs } = await lockSupervisedContest(tx, user, contestId);
    if (finalizedAtMs === null) throw new ConflictError('RESULTS_NOT_FINAL', 'The results are not final');
    await store(tx, contestId, { finalizedAtMs: null, finalizedById: null, finalSupervisorIds: null });
    await recordChange(tx, user, {
      ...{ action: 'contest.reopenResults', version: await raiseRevision(tx, contestId) },
      ...{ subjectId: contestId, subjectName: name, contestId, after: { reason } },
    });
    await tellAll(tx, contestId, await databaseNowMs(tx));
    log.info({ contestId, supervisorId: user.id }, 'final results were opened again');
  });
}

const notOfficial = () =>
  new ConflictError(
    'RESULTS_NOT_OFFICIAL',
    'This contest has no official results: switch them on in its form',
  );

const incomplete = (kinds: readonly string[]) =>
  new ConflictError('RESULTS_INCOMPLETE', `Not everything is done yet: ${kinds.join(', ')}`);

interface Finalizing {
  finalizedAtMs: number | null;
  finalizedById: number | null;
  extraBronze?: number;
  /** Participants whose rows do not count: who gets or loses that role later changes nothing. */
  finalSupervisorIds: number[] | null;
}

async function store(tx: Tx, contestId: number, values: Finalizing): Promise<void> {
  await tx.updateTable('contest').set(values).where('id', '=', contestId).execute();
}

async function tellAll(tx: Tx, contestId: number, nowMs: number): Promise<void> {
  await appendContestEvent(tx, contestId, { type: 'changed' }, nowMs);
  await announce(tx, 'contest.changed', { contestId });
}
