import type { Connection } from '@balloon/database/connect.ts';
import { readSampleProblems } from '@balloon/sample/read-sample.ts';
import { type NewTestset, storeTestset } from '@balloon/server/features/problems/testsets/store-testset.ts';

/** Number of tests that the solutions of the bench run on. */
const TESTS = 20;

/**
 * Returns problem A of the sample contest, two numbers added and divided by a third, with its tests repeated to
 * twenty.
 */
export async function aPlusB() {
  const [problem] = await readSampleProblems();
  if (!problem || problem.checker.kind === 'program') throw new Error('Problem A has changed');
  const { tests, timeLimitMs, memoryLimitKb, checker } = problem;
  const repeated = Array.from({ length: TESTS }, (_, index) => tests[index % tests.length]);
  return { timeLimitMs, memoryLimitKb, checker, tests: repeated.filter((test) => test !== undefined) };
}

/** Replaces tests and limits of problem A of a contest, for the solutions judged from now on. */
export function replaceTests({ db }: Connection, contestId: number, testset: NewTestset): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { problemId } = await tx
      .selectFrom('contestProblem')
      .select('problemId')
      .where('contestId', '=', contestId)
      .orderBy('position')
      .limit(1)
      .executeTakeFirstOrThrow();
    return storeTestset(tx, problemId, testset);
  });
}
