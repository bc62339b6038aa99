import type { AllTests, SolutionDetails, TestDetail } from '@balloon/contracts/solutions/solution-details.ts';
import type { Db } from '@balloon/database/connect.ts';
import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { canSeeSharedSolution, sharesSolutions } from '@balloon/domain/contests/solution-visibility.ts';
import { joinedVerdict } from '@balloon/domain/judging/joined-verdicts.ts';
import { NotFoundError } from '#errors.ts';
import { enterContest, sharedContest, viewerOf } from '#features/contests/contest-access.ts';
import { supervises } from '#features/contests/supervision.ts';
import {
  findSolutionDetails,
  findSolutionTests,
  type StoredDetails,
  type StoredTest,
} from '#features/solutions/details/details.queries.ts';
import { findSolution, renderVerdict, seesPreciseVerdicts } from '#features/solutions/solution-view.ts';
import { getSupervisedContestOf } from '#features/solutions/supervised-solution.ts';
import type { Services, User } from '#services.ts';

/**
 * Returns the last run on all tests to a participant of a contest that opens them after its end: of one's own
 * solutions, and of others' where their sources are open too.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, SOLUTION_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function readOpenTests(
  services: Services,
  user: User,
  { contestId, solutionId }: { contestId: number; solutionId: number },
): Promise<SolutionDetails> {
  const { db } = services;
  const visited = await enterContest(services, user, contestId);
  const stored = await findSolution(db, solutionId);
  const viewer = viewerOf(user);
  const isVisible =
    stored?.contestId === contestId &&
    stored.deletedAtMs === null &&
    canSeeSharedSolution(
      viewer,
      { userId: stored.userId, isOfSupervisor: isSupervisor(stored.accessMask) },
      sharedContest(visited, 'sources'),
    );
  const mayRead =
    isVisible && (supervises(user, visited.contest) || sharesSolutions(sharedContest(visited, 'tests')));
  if (!mayRead)
    throw new NotFoundError('SOLUTION_NOT_FOUND', `There is no solution ${solutionId} to look into`);
  const details = await detailsOf(db, solutionId);
  return seesPreciseVerdicts(user, stored) ? details : withJoinedVerdicts(details);
}

/**
 * Returns the details of a verdict, and the progress or results of a run on all tests.
 *
 * @throws {NotFoundError} SOLUTION_NOT_FOUND, also for who does not supervise its contest
 */
export async function readDetails(
  { db }: Services,
  supervisor: User,
  solutionId: number,
): Promise<SolutionDetails> {
  await getSupervisedContestOf(db, supervisor, solutionId);
  return detailsOf(db, solutionId);
}

/**
 * Details as participants see them where verdicts are joined. Words of judge and checker, exit codes and signals would tell
 * which verdict it was; what was measured and what the program wrote stays.
 */
function withJoinedVerdicts({ verdict, allTests, ...details }: SolutionDetails): SolutionDetails {
  return {
    ...details,
    verdict: { ...verdict, comment: null },
    allTests: allTests && {
      ...allTests,
      verdict: renderVerdict(joinedVerdict(allTests.verdict.id)),
      comment: null,
      tests: allTests.tests.map((test) => ({
        ...test,
        verdict: renderVerdict(joinedVerdict(test.verdict.id)),
        ...WITHOUT_WORDS,
      })),
    },
  };
}

const WITHOUT_WORDS = { comment: null, exitCode: null, signal: null };

async function detailsOf(db: Db, solutionId: number): Promise<SolutionDetails> {
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
