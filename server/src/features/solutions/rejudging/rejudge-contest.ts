import type { RejudgeParams, RejudgeReply } from '@balloon/contracts/solutions/solutions.ts';
import type { Db } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { findContestProblem } from '#features/problems/contest/contest-problems.queries.ts';
import { listSolutionsOf } from '#features/solutions/rejudging/rejudging.queries.ts';
import { beginResets, doResets, planResets } from '#features/solutions/rejudging/reset-many.ts';
import type { Services, User } from '#services.ts';

/**
 * Rejudges the solutions of a contest, all or those on a problem, of a participant or both, except the
 * disqualified. The verdicts are cleared at once, as with a single one, because they are not valid any more.
 *
 * @param waits whether the answer comes when all are in the queue, as older clients know it
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also for who does not supervise it, and PROBLEM_NOT_FOUND
 */
export async function rejudgeContest(
  services: Services,
  supervisor: User,
  { contestId, symbolIndex, userId }: RejudgeParams,
  waits: boolean,
): Promise<RejudgeReply> {
  const { db, log } = services;
  await getSupervisedContest(db, supervisor, contestId);
  const problemId = symbolIndex === undefined ? undefined : await getProblemId(db, contestId, symbolIndex);
  const ids = await listSolutionsOf(db, { contestId, problemId, userId });
  const after = { problemId, userId, solutions: ids.length };
  const plans = await db.transaction().execute(async (tx) => {
    await recordChange(tx, supervisor, {
      ...{ action: 'contest.rejudge', subjectId: contestId, contestId, after },
    });
    return await planResets(tx, supervisor.id, [{ contestId, ids }]);
  });
  log.info(
    { contestId, problemId, userId, solutions: ids.length, supervisorId: supervisor.id },
    'solutions are judged again',
  );
  if (!waits) return beginResets(services, plans);
  return { result: true, count: await doResets(services, plans) };
}

async function getProblemId(db: Db, contestId: number, symbolIndex: string): Promise<number> {
  const problem = await findContestProblem(db, contestId, symbolIndex);
  if (problem) return problem.id;
  throw new NotFoundError('PROBLEM_NOT_FOUND', `There is no problem ${symbolIndex} in this contest`);
}
