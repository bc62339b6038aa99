import type { Solution } from '@balloon/contracts/solutions.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import { viewerOf } from '#features/contests/contest-access.ts';
import { appendContestEvent, lockContestLog } from '#features/contests/contest-log.ts';
import { findContest } from '#features/contests/contests.queries.ts';
import { enqueueJudging, PRIORITIES } from '#features/judging/enqueue-judging.ts';
import { findSolution, renderSolution } from '#features/solutions/solution-view.ts';
import { clearVerdict, findSolutionToRejudge } from '#features/solutions/solutions.queries.ts';
import { supervises } from '#features/solutions/supervision.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Forgets a verdict and has the solution judged again, after the live ones. Work under way on it is fenced off.
 * The sent time stays, so the penalty does too.
 *
 * @throws {NotFoundError} SOLUTION_NOT_FOUND, also for who does not supervise its contest
 */
export async function rejudgeSolution(
  { db }: Services,
  supervisor: User,
  solutionId: number,
): Promise<Solution> {
  return db.transaction().execute(async (tx) => {
    const solution = await findSolutionToRejudge(tx, solutionId);
    const contest = solution && (await findContest(tx, solution.contestId));
    if (!contest || !supervises(supervisor, contest)) {
      throw new NotFoundError('SOLUTION_NOT_FOUND', `There is no solution ${solutionId}`);
    }
    await resetSolution(tx, solution);
    const stored = await findSolution(tx, solutionId);
    if (!stored) throw new Error(`Solution ${solutionId} vanished`);
    return renderSolution(stored, viewerOf(supervisor));
  });
}

type SolutionToRejudge = NonNullable<Awaited<ReturnType<typeof findSolutionToRejudge>>>;

async function resetSolution(tx: Tx, solution: SolutionToRejudge): Promise<void> {
  const { id: solutionId, contestId, userId, problemId, sentAtMs, systemType, languageKey } = solution;
  await lockContestLog(tx, contestId);
  await clearVerdict(tx, solutionId);
  await enqueueJudging(tx, {
    solutionId,
    accountId: userId,
    systemType,
    languageKey,
    priority: PRIORITIES.rejudging,
  });
  const event = { solutionId, userId, problemId, sentAtMs, verdictId: null };
  await appendContestEvent(tx, contestId, { type: 'solution', ...event }, await databaseNowMs(tx));
  await announce(tx, 'solution.changed', { contestId, solutionId, userId, what: 'reset' });
}
