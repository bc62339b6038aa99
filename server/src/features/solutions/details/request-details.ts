import type { SolutionDetails } from '@balloon/contracts/solutions/solution-details.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ConflictError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { enqueueDetail } from '#features/queue/enqueue-judging.ts';
import { findQueued, findSolutionToDetail } from '#features/solutions/details/details.queries.ts';
import { readDetails } from '#features/solutions/details/read-details.ts';
import { getSupervisedContestOf } from '#features/solutions/supervised-solution.ts';
import type { Services, User } from '#services.ts';

/**
 * Queues a run on all tests, which does not touch the verdict. Requests while one is under way change
 * nothing; judging the solution again meanwhile comes first and ends it.
 *
 * @throws {NotFoundError} SOLUTION_NOT_FOUND, also for who does not supervise its contest
 * @throws {ConflictError} SOLUTION_NOT_JUDGED, PROBLEM_WITHOUT_TESTS, JUDGED_ELSEWHERE
 */
export async function requestDetails(
  services: Services,
  supervisor: User,
  solutionId: number,
): Promise<SolutionDetails> {
  const { db, log } = services;
  const { id: contestId } = await getSupervisedContestOf(db, supervisor, solutionId);
  const isNew = await db.transaction().execute(async (tx) => {
    if (!(await enqueueDetailOnce(tx, solutionId, null))) return false;
    await recordChange(tx, supervisor, { action: 'solution.details', subjectId: solutionId, contestId });
    return true;
  });
  if (isNew) log.info({ solutionId, supervisorId: supervisor.id }, 'a solution is run on all tests');
  return readDetails(services, supervisor, solutionId);
}

/**
 * Queues a run on all tests, or on one.
 *
 * @returns false when the same is under way already
 * @throws {NotFoundError} SOLUTION_NOT_FOUND
 * @throws {ConflictError} SOLUTION_NOT_JUDGED, PROBLEM_WITHOUT_TESTS, JUDGED_ELSEWHERE
 */
export async function enqueueDetailOnce(
  tx: Tx,
  solutionId: number,
  onlyTest: number | null,
): Promise<boolean> {
  const solution = await findSolutionToDetail(tx, solutionId);
  if (!solution) throw new NotFoundError('SOLUTION_NOT_FOUND', `There is no solution ${solutionId}`);
  const { testsetId, ...work } = solution;
  if (work.systemType !== 'balloon') {
    throw new ConflictError(
      'JUDGED_ELSEWHERE',
      'Another system judges this problem, and we have not its tests',
    );
  }
  if (testsetId === null) throw new ConflictError('PROBLEM_WITHOUT_TESTS', 'The problem has no tests now');
  if (await enqueueDetail(tx, { ...work, onlyTest })) return true;
  const queued = await findQueued(tx, solutionId);
  if (queued?.purpose === 'detail' && queued.onlyTest === onlyTest) return false;
  throw new ConflictError(
    'SOLUTION_NOT_JUDGED',
    'The solution is with the judges: ask again when it is done',
  );
}
