import type { TestPicture } from '@balloon/contracts/judging/testset.ts';
import type { SolutionTest, TestFileName, TestOutput } from '@balloon/contracts/solutions/test-files.ts';
import type { Db } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import { testPicture } from '#features/problems/test-picture.ts';
import { findQueued } from '#features/solutions/details/details.queries.ts';
import { renderVerdict } from '#features/solutions/solution-view.ts';
import { getSupervisedContestOf } from '#features/solutions/supervised-solution.ts';
import {
  findJudgedOutput,
  findSolutionTest,
  type JudgedOutput,
  type StoredSolutionTest,
} from '#features/test-files/outputs.queries.ts';
import { blobFile, packedFile, type StoredFile } from '#features/test-files/stored-files.ts';
import { imageNotFound } from '#features/uploads/send-image.ts';
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
  const judged = await findJudgedOutput(services.db, solutionId, testNumber);
  const underWay = queued?.state === 'queued' ? 'queued' : 'running';
  return {
    number: testNumber,
    testsNumber: stored.testsNumber,
    description: stored.description,
    picture: testPicture(stored),
    rules: renderRules(stored),
    inputBytes: stored.inputBytes,
    answerBytes: stored.answerBytes,
    state: isUnderWay ? underWay : output ? 'done' : 'none',
    output: isUnderWay ? null : output,
    judged: judged ? renderJudged(judged, stored) : null,
  };
}

/**
 * Returns a file of a test, to be read.
 *
 * @throws {NotFoundError} SOLUTION_NOT_FOUND, TEST_NOT_FOUND; OUTPUT_NOT_FOUND while nobody has asked for the output, and
 *   where that of the judging is not kept
 */
export async function getTestFile(
  services: Services,
  supervisor: User,
  { file, ...address }: TestAddress & { file: TestFileName },
): Promise<StoredFile> {
  const { db } = services;
  const stored = await getSolutionTest(services, supervisor, address);
  if (file === 'output') return getOutput(db, stored);
  if (file === 'judged') return getJudgedOutput(db, address);
  const [sha256, bytes] =
    file === 'input' ? [stored.inputSha256, stored.inputBytes] : [stored.answerSha256, stored.answerBytes];
  return blobFile(db, { sha256, storedBytes: bytes, bytes });
}

/**
 * Returns the picture of a test, to be sent.
 *
 * @throws {NotFoundError} SOLUTION_NOT_FOUND, TEST_NOT_FOUND; IMAGE_NOT_FOUND where the test has another one or none
 */
export async function getPictureOfTest(
  services: Services,
  supervisor: User,
  { sha256, ...address }: TestAddress & { sha256: string },
): Promise<TestPicture> {
  const picture = testPicture(await getSolutionTest(services, supervisor, address));
  if (picture?.sha256 !== sha256) throw imageNotFound();
  return picture;
}

function getOutput(db: Db, { outputSha256, keptBytes, outputBytes }: StoredSolutionTest): StoredFile {
  if (outputSha256 === null || keptBytes === null) {
    throw new NotFoundError('OUTPUT_NOT_FOUND', 'There is no output of this test: ask for it first');
  }
  return blobFile(db, {
    sha256: outputSha256,
    storedBytes: keptBytes,
    bytes: outputBytes ?? keptBytes,
  });
}

async function getJudgedOutput(db: Db, { solutionId, testNumber }: TestAddress): Promise<StoredFile> {
  const judged = await findJudgedOutput(db, solutionId, testNumber);
  if (!judged) {
    throw new NotFoundError('OUTPUT_NOT_FOUND', 'What the judging wrote on this test is not kept (any more)');
  }
  return packedFile({ packed: judged.packed, storedBytes: judged.keptBytes, bytes: judged.outputBytes });
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

function renderRules({
  isSample,
  points,
  flags,
  groupName,
  group,
}: StoredSolutionTest): SolutionTest['rules'] {
  const { points: groupPoints = null, dependsOn = [], grading = null } = group ?? {};
  return {
    ...{ isSample, points, flags },
    group: groupName === null ? null : { name: groupName, points: groupPoints, dependsOn, grading },
  };
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

function renderJudged(judged: JudgedOutput, { testsetSha256 }: StoredSolutionTest): TestOutput {
  return {
    verdict: renderVerdict(judged.verdictId),
    // Time and memory of this test; without its results those of the slowest and the hungriest one.
    executionTime: judged.timeMs / 1000,
    memory: judged.memoryKb,
    comment: judged.judgingDetail,
    bytes: judged.outputBytes,
    keptBytes: judged.keptBytes,
    madeAtMs: judged.endedAtMs,
    isStale: judged.testsetSha256 !== testsetSha256,
  };
}
