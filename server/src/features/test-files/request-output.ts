import type { SolutionTest } from '@balloon/contracts/solutions/test-files.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { enqueueDetailOnce } from '#features/solutions/details/request-details.ts';
import { getSupervisedContestOf } from '#features/solutions/supervised-solution.ts';
import { readSolutionTest, type TestAddress } from '#features/test-files/read-solution-test.ts';
import type { Services, User } from '#services.ts';

/**
 * Queues a run of a solution on one test, which brings its whole output and touches no verdict. Requests while it is
 * under way change nothing; judging the solution again meanwhile comes first and ends it.
 *
 * @throws {NotFoundError} SOLUTION_NOT_FOUND, also for who does not supervise its contest; TEST_NOT_FOUND
 * @throws {ConflictError} SOLUTION_NOT_JUDGED, PROBLEM_WITHOUT_TESTS, JUDGED_ELSEWHERE
 */
export async function requestOutput(
  services: Services,
  supervisor: User,
  address: TestAddress,
): Promise<SolutionTest> {
  const { db } = services;
  const { solutionId, testNumber } = address;
  const { id: contestId } = await getSupervisedContestOf(db, supervisor, solutionId);
  await db.transaction().execute(async (tx) => {
    if (!(await enqueueDetailOnce(tx, solutionId, testNumber))) return;
    const subject = { subjectId: solutionId, contestId, after: { testNumber } };
    await recordChange(tx, supervisor, { action: 'solution.output', ...subject });
  });
  return readSolutionTest(services, supervisor, address);
}
