import type { SolutionTest, TestFileName, TestOutput } from '@balloon/contracts/test-files.ts';
import { NotFoundError } from '#errors.ts';
import { findQueued } from '#features/solutions/details.queries.ts';
import { renderVerdict } from '#features/solutions/solution-view.ts';
import { getSupervisedContestOf } from '#features/solutions/supervised-solution.ts';
import { findSolutionTest, type StoredSolutionTest } from '#features/test-files/outputs.queries.ts';
import type { Services, User } from '#services.ts';

/** Address of a test of a solution. */
export interface TestAddress {
  solutionId: number;
  testNumber: number;
}

/**
 * Returns sizes of a test's files, and what is known of the solution's output on it.
 *
 * @throws {NotFoundError} SOLUTION_NOT_FOUND, also for who does not supervise its contest; TEST_NOT_FOUND
 */
export async function readSolutionTest(
  services: Services,
  supervisor: User,
  address: TestAddress,
): Promise<SolutionTest> {
  const { solutionId, testNumber } = address;
  const stored = await getSolutionTest(services, supervisor, address);
  const queued = await findQueued(services.db, solutionId);
  const isUnderWay = queued?.purpose === 'detail' && queued.onlyTest === testNumber;
  const output = renderOutput(stored);
  const underWay = queued?.state === 'queued' ? 'queued' : 'running';
  return {
    number: testNumber,
    testsNumber: stored.testsNumber,
    description: stored.description,
    inputBytes: stored.inputBytes,
    answerBytes: stored.answerBytes,
    state: isUnderWay ? underWay : output ? 'done' : 'none',
    output: isUnderWay ? null : output,
  };
}

/** A file of a test, to be read. */
export interface StoredFile {
  sha256: string;
  /** Size of what is stored. */
  storedBytes: number;
  /** Size of the whole. */
  bytes: number;
}

/**
 * Returns where a file of a test is stored.
 *
 * @throws {NotFoundError} SOLUTION_NOT_FOUND, TEST_NOT_FOUND; OUTPUT_NOT_FOUND while nobody has asked for the output
 */
export async function getTestFile(
  services: Services,
  supervisor: User,
  { file, ...address }: TestAddress & { file: TestFileName },
): Promise<StoredFile> {
  const stored = await getSolutionTest(services, supervisor, address);
  if (file === 'output') return getOutput(stored);
  const [sha256, bytes] =
    file === 'input' ? [stored.inputSha256, stored.inputBytes] : [stored.answerSha256, stored.answerBytes];
  return { sha256, storedBytes: bytes, bytes };
}

function getOutput({ outputSha256, keptBytes, outputBytes }: StoredSolutionTest): StoredFile {
  if (outputSha256 === null || keptBytes === null) {
    throw new NotFoundError('OUTPUT_NOT_FOUND', 'There is no output of this test: ask for it first');
  }
  return { sha256: outputSha256, storedBytes: keptBytes, bytes: outputBytes ?? keptBytes };
}

async function getSolutionTest(
  { db }: Services,
  supervisor: User,
  { solutionId, testNumber }: TestAddress,
): Promise<StoredSolutionTest> {
  await getSupervisedContestOf(db, supervisor, solutionId);
  const stored = await findSolutionTest(db, solutionId, testNumber);
  if (stored) return stored;
  throw new NotFoundError(
    'TEST_NOT_FOUND',
    `The problem of solution ${solutionId} has no test ${testNumber}`,
  );
}

function renderOutput(stored: StoredSolutionTest): TestOutput | null {
  const { verdictId, madeAtMs } = stored;
  if (verdictId === null || madeAtMs === null) return null;
  return {
    verdict: renderVerdict(verdictId),
    executionTime: (stored.timeMs ?? 0) / 1000,
    memory: stored.memoryKb ?? 0,
    comment: stored.comment,
    bytes: stored.outputSha256 === null ? null : stored.outputBytes,
    keptBytes: stored.keptBytes,
    madeAtMs,
    isStale: stored.madeWith !== stored.testsetSha256,
  };
}
