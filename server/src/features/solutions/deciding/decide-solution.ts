import type { ChangeVerdict, Solution } from '@balloon/contracts/solutions/solutions.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { verdictById } from '@balloon/domain/judging/verdicts.ts';
import { InvalidInputError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { viewerOf } from '#features/contests/contest-access.ts';
import { appendContestEvent, lockContestLog } from '#features/contests/contest-log.ts';
import { callOff } from '#features/queue/lease.queries.ts';
import { expectOwnPassword } from '#features/session/own-password.ts';
import { markDeleted, setVerdict } from '#features/solutions/deciding/deciding.queries.ts';
import { keepDecision } from '#features/solutions/details/judgements.queries.ts';
import { findSolution, renderSolution } from '#features/solutions/solution-view.ts';
import { findVerdict } from '#features/solutions/solutions.queries.ts';
import { getSupervisedContestOf } from '#features/solutions/supervised-solution.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

interface Decision extends ChangeVerdict {
  solutionId: number;
  ip: string | null;
}

/**
 * Gives a solution a verdict by hand. Test, time, memory and compiler text stay; a judge at work on it is
 * fenced off. The supervisor's password is asked for each time, so that nobody decides from a screen left open.
 *
 * @throws {InvalidInputError} VERDICT_NOT_FOUND
 * @throws {NotFoundError} SOLUTION_NOT_FOUND, also for who does not supervise its contest
 * @throws {ForbiddenError} PASSWORD_NEEDED, WRONG_PASSWORD
 * @throws {ThrottledError} THROTTLED
 */
export async function changeVerdict(
  services: Services,
  supervisor: User,
  { solutionId, verdictId, password, ip }: Decision,
): Promise<Solution> {
  const { db, log } = services;
  if (!verdictById(verdictId)) {
    throw new InvalidInputError('VERDICT_NOT_FOUND', `There is no verdict ${verdictId}`);
  }
  const { id: contestId } = await getSupervisedContestOf(db, supervisor, solutionId);
  await expectOwnPassword(services, { accountId: supervisor.id, password, ip });
  log.info({ solutionId, verdictId, supervisorId: supervisor.id }, 'a verdict is changed by hand');
  return db.transaction().execute(async (tx) => {
    await lockContestLog(tx, contestId);
    const nowMs = await databaseNowMs(tx);
    const before = await findVerdict(tx, solutionId);
    const changed = await setVerdict(tx, solutionId, verdictId, nowMs);
    if (!changed) throw notFound(solutionId);
    await keepDecision(tx, { solutionId, madeById: supervisor.id, nowMs });
    await callOff(tx, { solutionId });
    const { userId } = changed;
    await appendContestEvent(tx, contestId, { type: 'solution', solutionId, verdictId, ...changed }, nowMs);
    await announce(tx, 'solution.changed', { contestId, solutionId, userId, what: 'judged' });
    const after = { verdictId };
    const subject = { subjectId: solutionId, contestId, before: before ?? {}, after };
    await recordChange(tx, supervisor, { action: 'solution.verdict', ...subject });
    const stored = await findSolution(tx, solutionId);
    if (!stored) throw notFound(solutionId);
    return renderSolution(stored, viewerOf(supervisor));
  });
}

/**
 * Removes a solution from lists, table and queue. Its row stays for later inquiries.
 *
 * @throws {NotFoundError} SOLUTION_NOT_FOUND, also for who does not supervise its contest
 */
export async function deleteSolution({ db, log }: Services, supervisor: User, solutionId: number) {
  const { id: contestId } = await getSupervisedContestOf(db, supervisor, solutionId);
  await db.transaction().execute(async (tx) => {
    await lockContestLog(tx, contestId);
    const nowMs = await databaseNowMs(tx);
    const deleted = await markDeleted(tx, solutionId, nowMs);
    if (!deleted) throw notFound(solutionId);
    await callOff(tx, { solutionId });
    await appendContestEvent(tx, contestId, { type: 'deleted', solutionId }, nowMs);
    await announce(tx, 'solution.changed', {
      contestId,
      solutionId,
      userId: deleted.userId,
      what: 'deleted',
    });
    const subject = { subjectId: solutionId, contestId, before: deleted };
    await recordChange(tx, supervisor, { action: 'solution.delete', ...subject });
  });
  log.info({ solutionId, supervisorId: supervisor.id }, 'a solution is deleted');
}

const notFound = (solutionId: number) =>
  new NotFoundError('SOLUTION_NOT_FOUND', `There is no solution ${solutionId}`);
