import { createHash } from 'node:crypto';
import { JudgingRules, type TestPicture, TestRules } from '@balloon/contracts/judging/testset.ts';
import { storeBlob } from '@balloon/database/blobs.ts';
import type { Tx } from '@balloon/database/connect.ts';
import type { z } from 'zod';

/** A content, or the hash of a stored one. */
export type TestFile = Buffer | { sha256: string };

export interface NewTest extends z.input<typeof TestRules> {
  input: TestFile;
  answer: TestFile;
  /** What the author says of the test. */
  description?: string | null;
  picture?: TestPicture | null;
}

/** Tests, in the order in which they run, and everything else that a verdict depends on. */
export interface NewTestset extends z.input<typeof JudgingRules> {
  tests: readonly NewTest[];
}

/** Rows per statement: it has at most 65535 parameters, and a test takes eleven. */
const TESTS_AT_ONCE = 5_000;

/**
 * Stores tests and rules as the problem's testset. Its name is a hash over all of it, by which judges know
 * whether their copy is current; further hashes name its parts, so that a verdict can say what changed since.
 *
 * @returns the testset's id
 * @throws {ZodError} for rules outside the contract
 */
export async function storeTestset(tx: Tx, problemId: number, testset: NewTestset): Promise<number> {
  const { timeLimitMs, memoryLimitKb, outputLimitKb, checker, ...rules } = JudgingRules.parse(testset);
  const tests = [];
  for (const [index, test] of testset.tests.entries()) tests.push(await storeTest(tx, index + 1, test));

  const { interactor, ...otherRules } = rules;
  const limits = { timeLimitMs, memoryLimitKb, outputLimitKb };
  const parts = {
    testsSha256: hashOf(tests),
    checkerSha256: hashOf({ checker, interactor }),
    limitsSha256: hashOf({ limits, otherRules }),
  };
  const { id: testsetId } = await tx
    .insertInto('testset')
    .values({
      problemId,
      ...limits,
      checker: JSON.stringify(checker),
      rules: JSON.stringify(rules),
      sha256: hashOf(parts),
      ...parts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let first = 0; first < tests.length; first += TESTS_AT_ONCE) {
    const rows = tests.slice(first, first + TESTS_AT_ONCE).map((test) => ({
      ...{ testsetId, ...test },
      ...explanationOf(testset.tests[test.number - 1]),
    }));
    await tx.insertInto('test').values(rows).execute();
  }
  await tx.updateTable('problem').set({ testsetId }).where('id', '=', problemId).execute();
  return testsetId;
}

/** What people see of a test. No part of the hashes: a verdict does not depend on it. */
const explanationOf = (test: NewTest | undefined) => ({
  description: test?.description ?? null,
  pictureSha256: test?.picture?.sha256 ?? null,
  pictureType: test?.picture?.mediaType ?? null,
});

async function storeTest(tx: Tx, number: number, { input, answer, ...rules }: NewTest) {
  const inputSha256 = await storeFile(tx, input);
  const answerSha256 = await storeFile(tx, answer);
  const { isSample, points, group: groupName, flags } = TestRules.parse(rules);
  return {
    number,
    inputSha256,
    answerSha256,
    isSample,
    points,
    groupName,
    flags: flags && JSON.stringify(flags),
  };
}

function storeFile(tx: Tx, file: TestFile): string | Promise<string> {
  return 'sha256' in file ? file.sha256 : storeBlob(tx, file);
}

const hashOf = (content: object) => createHash('sha256').update(JSON.stringify(content)).digest('hex');
