import type { JudgementTests } from '@balloon/contracts/solutions/judgements.ts';
import { compareTestRuns, type TestRun } from '@balloon/domain/judging/test-runs.ts';
import { NotFoundError } from '#errors.ts';
import { findTestRuns } from '#features/solutions/details/judgements.queries.ts';
import { renderVerdict } from '#features/solutions/solution-view.ts';
import { getSupervisedContestOf } from '#features/solutions/supervised-solution.ts';
import type { Services, User } from '#services.ts';

interface Asked {
  solutionId: number;
  judgementId: number;
  /** Judging to compare with. */
  before?: number | undefined;
}

/**
 * Reads the results of the tests of one judging of a solution, compared with those of another one when asked.
 *
 * @throws {NotFoundError} SOLUTION_NOT_FOUND, also for who does not supervise its contest; JUDGEMENT_TESTS_NOT_FOUND
 *   for a judgement of another solution and for one whose results were not kept
 */
export async function readJudgementTests(
  { db }: Services,
  supervisor: User,
  { solutionId, judgementId, before }: Asked,
): Promise<JudgementTests> {
  await getSupervisedContestOf(db, supervisor, solutionId);
  const wanted = before === undefined ? [judgementId] : [judgementId, before];
  const found = await findTestRuns(db, solutionId, wanted);
  const runsOf = (id: number): TestRun[] => {
    const runs = found.get(id);
    if (runs) return runs;
    throw new NotFoundError(
      'JUDGEMENT_TESTS_NOT_FOUND',
      `The results of the tests of judgement ${id} of solution ${solutionId} are not kept`,
    );
  };
  const after = runsOf(judgementId);
  return before === undefined ? ofOne(after) : ofTwo(runsOf(before), after);
}

const ofOne = (runs: readonly TestRun[]): JudgementTests => ({
  tests: runs.map((run) => ({ number: run.number, before: null, after: render(run), isChanged: false })),
  common: null,
});

function ofTwo(before: readonly TestRun[], after: readonly TestRun[]): JudgementTests {
  const { changed, common } = compareTestRuns(before, after);
  const [earlier, later] = [byNumber(before), byNumber(after)];
  const isChanged = new Set(changed);
  const numbers = [...new Set([...earlier.keys(), ...later.keys()])].sort((a, b) => a - b);
  return {
    tests: numbers.map((number) => ({
      number,
      before: renderOrNull(earlier.get(number)),
      after: renderOrNull(later.get(number)),
      isChanged: isChanged.has(number),
    })),
    common,
  };
}

const byNumber = (runs: readonly TestRun[]) => new Map(runs.map((run) => [run.number, run]));
const renderOrNull = (run: TestRun | undefined) => (run ? render(run) : null);
const render = ({ verdictId, timeMs, memoryKb }: TestRun) => ({
  verdict: renderVerdict(verdictId),
  executionTime: timeMs / 1000,
  memory: memoryKb,
});
