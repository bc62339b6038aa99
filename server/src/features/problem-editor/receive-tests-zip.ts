import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { UnpackedTest, UnpackedTests } from '@balloon/contracts/problems/problem-editor.ts';
import { MAX_TESTS_ZIP_BYTES } from '@balloon/contracts/problems/problem-editor-limits.ts';
import { storeBlobStream } from '@balloon/database/blobs.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { FastifyRequest } from 'fastify';
import { excerptOf } from '#features/problem-editor/excerpt-of.ts';
import { pairTestFiles, type TestPair } from '#features/problem-editor/pair-test-files.ts';
import { openTestsZip, type ZipFiles } from '#features/problem-editor/tests-zip.ts';
import { problemNotFound } from '#features/problems/problem-access.ts';
import { findProblem } from '#features/problems/problems.queries.ts';
import { receiveOneFile } from '#http/bodies/receive-one-file.ts';

/** How much of each test is shown before it is saved; there may be thousands. */
const EXCERPT_BYTES = 200;
/** How many names of other files are worth telling. */
const MAX_NAMES = 100;

/**
 * Unpacks an archive of tests and stores their contents. Nothing of the problem changes: the editor adds what was
 * found to its form, and contents that no save names go after a day.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND
 * @throws {InvalidInputError} FILE_MISSING, FORM_BROKEN, ZIP_BROKEN, ZIP_WITHOUT_TESTS
 * @throws {TooLargeError} FILE_TOO_LARGE, ZIP_TOO_LARGE
 */
export async function receiveTestsZip(
  db: Db,
  problemId: number,
  request: FastifyRequest,
): Promise<UnpackedTests> {
  if (!(await findProblem(db, problemId))) throw problemNotFound(problemId);
  const folder = await mkdtemp(join(tmpdir(), 'balloon-tests-'));
  try {
    const archive = join(folder, 'tests.zip');
    await receiveOneFile(request, { maxBytes: MAX_TESTS_ZIP_BYTES, headBytes: 0 }, async (content) => {
      await pipeline(content, createWriteStream(archive, { mode: 0o600 }));
      return {};
    });
    return await unpackTests(db, archive);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpackTests(db: Db, archive: string): Promise<UnpackedTests> {
  await using zip = await openTestsZip(archive);
  const { pairs, withoutPair, ignored } = pairTestFiles(zip.names);
  zip.requireTests(pairs.length);
  const tests: UnpackedTest[] = [];
  for (const pair of pairs) tests.push(await storePair(db, zip, pair));
  return { tests, withoutPair: withoutPair.slice(0, MAX_NAMES), ignored: ignored.slice(0, MAX_NAMES) };
}

async function storePair(db: Db, zip: ZipFiles, { name, input, answer, isSample }: TestPair) {
  const [one, other] = [await storeFile(db, zip, input), await storeFile(db, zip, answer)];
  return {
    ...{ name, isSample },
    ...{ inputSha256: one.sha256, inputBytes: one.sizeBytes, inputExcerpt: one.excerpt },
    ...{ answerSha256: other.sha256, answerBytes: other.sizeBytes, answerExcerpt: other.excerpt },
  };
}

async function storeFile(db: Db, zip: ZipFiles, name: string) {
  let head = Buffer.alloc(0);
  async function* watched() {
    for await (const piece of zip.read(name)) {
      if (head.length <= EXCERPT_BYTES) head = Buffer.concat([head, piece.subarray(0, EXCERPT_BYTES + 1)]);
      yield piece;
    }
  }
  const stored = await storeBlobStream(db, watched());
  return { ...stored, excerpt: excerptOf(head, EXCERPT_BYTES) };
}
