import type { AuditAction } from '@balloon/contracts/site/audit-actions.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { appendContestEvent } from '#features/contests/contest-log.ts';
import { expectOpenResults } from '#features/contests/final-results.ts';
import { lockSupervisedContest } from '#features/contests/supervision.ts';
import { findContestProblem } from '#features/problems/contest/contest-problems.queries.ts';
import { announceResumed, takeBackFromJudges } from '#features/queue/paused.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

interface SwitchedProblem {
  contestId: number;
  symbolIndex: string;
}

/**
 * Pauses judging of a problem, or lets it go on. While it is paused solutions are accepted and wait; those with a judge
 * come back, so that no verdict follows. A problem that is so already stays as it is.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it; PROBLEM_NOT_FOUND
 */
export function pauseJudging(
  services: Services,
  user: User,
  wanted: SwitchedProblem & { isPaused: boolean },
) {
  const { contestId, isPaused } = wanted;
  return switchProblem(services, user, wanted, {
    column: 'judgingPausedAtMs',
    isOff: isPaused,
    action: isPaused ? 'contest.pauseJudging' : 'contest.resumeJudging',
    async follow(tx, problemId) {
      if (isPaused) await takeBackFromJudges(tx, { contestId, problemId });
      else await announceResumed(tx, { contestId, problemId });
    },
  });
}

/**
 * Closes a problem, which then takes no more solutions of participants, or opens it again. What was sent stays, is
 * judged and counts.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it; PROBLEM_NOT_FOUND
 */
export function closeProblem(
  services: Services,
  user: User,
  wanted: SwitchedProblem & { isClosed: boolean },
) {
  const { isClosed } = wanted;
  return switchProblem(services, user, wanted, {
    column: 'closedAtMs',
    isOff: isClosed,
    action: isClosed ? 'contest.closeProblem' : 'contest.openProblem',
  });
}

/**
 * Takes a problem out of the score, or puts it back: it counts for nobody while its column and its solutions stay.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it; PROBLEM_NOT_FOUND
 * @throws {ConflictError} RESULTS_FINAL
 */
export function disableProblem(
  services: Services,
  user: User,
  wanted: SwitchedProblem & { isDisabled: boolean },
) {
  const { contestId, isDisabled } = wanted;
  return switchProblem(services, user, wanted, {
    column: 'disabledAtMs',
    isOff: isDisabled,
    action: isDisabled ? 'contest.disableProblem' : 'contest.enableProblem',
    async follow(tx) {
      await expectOpenResults(tx, contestId);
      await appendContestEvent(tx, contestId, { type: 'changed' }, await databaseNowMs(tx));
    },
  });
}

interface Switch {
  column: 'judgingPausedAtMs' | 'closedAtMs' | 'disabledAtMs';
  isOff: boolean;
  action: AuditAction;
  follow?(tx: Tx, problemId: number): Promise<void>;
}

function switchProblem(
  { db }: Services,
  user: User,
  { contestId, symbolIndex }: SwitchedProblem,
  { column, isOff, action, follow }: Switch,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    // Also the lock of sending, so that every solution is either before the switch or after it.
    const { name } = await lockSupervisedContest(tx, user, contestId);
    const problem = await findContestProblem(tx, contestId, symbolIndex);
    if (!problem) throw new NotFoundError('PROBLEM_NOT_FOUND', `The contest has no problem ${symbolIndex}`);
    if ((problem[column] !== null) === isOff) return;
    await tx
      .updateTable('contestProblem')
      .set({ [column]: isOff ? await databaseNowMs(tx) : null })
      .where('contestId', '=', contestId)
      .where('problemId', '=', problem.id)
      .execute();
    await follow?.(tx, problem.id);
    await recordChange(tx, user, {
      action,
      ...{ subjectId: contestId, subjectName: name, contestId },
      after: { problem: symbolIndex, problemId: problem.id },
    });
    await announce(tx, 'contest.changed', { contestId });
  });
}
