import type { Connection } from '@balloon/database/connect.ts';
import { readSampleProblems } from '@balloon/sample/read-sample.ts';
import { type NewTestset, storeTestset } from '@balloon/server/features/problems/store-testset.ts';

/** On how many tests the solutions of the bench run. */
const TESTS = 20;

/** Problem A of the sample contest, two numbers added and divided by a third, with its tests repeated to twenty. */
export async function aPlusB() {
  const [problem] = await readSampleProblems();
  if (!problem || problem.checker.kind === 'program') throw new Error('Problem A has changed');
  const { tests, timeLimitMs, memoryLimitKb, checker } = problem;
  const repeated = Array.from({ length: TESTS }, (_, index) => tests[index % tests.length]);
  return { timeLimitMs, memoryLimitKb, checker, tests: repeated.filter((test) => test !== undefined) };
}

/** Gives problem A of a contest these tests and limits, for the solutions that are judged from now on. */
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
