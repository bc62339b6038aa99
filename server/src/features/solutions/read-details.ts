import type { AllTests, SolutionDetails, TestDetail } from '@balloon/contracts/solution-details.ts';
import type { Db } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import {
  findSolutionDetails,
  findSolutionTests,
  type StoredDetails,
  type StoredTest,
} from '#features/solutions/details.queries.ts';
import { renderVerdict } from '#features/solutions/solution-view.ts';
import { getSupervisedContestOf } from '#features/solutions/supervision.ts';
import type { Services, User } from '#services.ts';

/**
 * What stands behind a verdict, and where a run on all tests stands or what it came to.
 *
 * @throws {NotFoundError} SOLUTION_NOT_FOUND, also for who does not supervise its contest
 */
export async function readDetails(
  { db }: Services,
  supervisor: User,
  solutionId: number,
): Promise<SolutionDetails> {
  await getSupervisedContestOf(db, supervisor, solutionId);
  const stored = await findSolutionDetails(db, solutionId);
  if (!stored) throw new NotFoundError('SOLUTION_NOT_FOUND', `There is no solution ${solutionId}`);
  const verdict = {
    comment: stored.judgingDetail,
    score: stored.score,
    judgedBy: renderJudgedBy(stored.judgedBy),
  };
  const { state, testNumber, testsNumber } = stored;
  if (state !== null) {
    const progress = { state, testNumber: testNumber ?? 0, testsNumber };
    return { verdict, state: state === 'queued' ? 'queued' : 'running', progress, allTests: null };
  }
  const allTests = await readAllTests(db, solutionId, stored);
  return { verdict, state: allTests ? 'done' : 'none', progress: null, allTests };
}

async function readAllTests(db: Db, solutionId: number, made: StoredDetails): Promise<AllTests | null> {
  const { madeVerdictId, madeAtMs, madeJudgedBy } = made;
  if (madeVerdictId === null || madeAtMs === null) return null;
  const tests = await findSolutionTests(db, solutionId);
  const { testsetSha256 } = (madeJudgedBy ?? {}) as { testsetSha256?: string };
  return {
    verdict: renderVerdict(madeVerdictId),
    score: made.madeScore,
    madeAtMs,
    compilationError: made.madeCompilationError,
    comment: made.madeJudgingDetail,
    judgedBy: renderJudgedBy(madeJudgedBy),
    isStale: testsetSha256 !== made.testsetSha256,
    tests: tests.map(renderTest),
  };
}

const renderTest = ({ verdictId, timeMs, memoryKb, ...test }: StoredTest): TestDetail => ({
  number: test.number,
  verdict: renderVerdict(verdictId),
  executionTime: timeMs / 1000,
  memory: memoryKb,
  exitCode: test.exitCode,
  signal: test.signal,
  points: test.points,
  comment: test.comment,
  input: renderExcerpt(test.input, test.inputBytes),
  output: renderExcerpt(test.output, test.outputBytes),
  answer: renderExcerpt(test.answer, test.answerBytes),
});

const renderExcerpt = (text: string | null, bytes: number | null) =>
  text === null || bytes === null ? null : { text, bytes };

function renderJudgedBy(judgedBy: object | null): SolutionDetails['verdict']['judgedBy'] {
  if (judgedBy === null) return null;
  const { compiler = null, mode = null } = judgedBy as { compiler?: string; mode?: string };
  return { compiler, mode };
}
