import { createHash } from 'node:crypto';
import type { CheckerSpec } from '@balloon/contracts/judge.ts';
import { storeBlob } from '@balloon/database/blobs.ts';
import type { Tx } from '@balloon/database/connect.ts';

export interface NewTestset {
  timeLimitMs: number;
  memoryLimitKb: number;
  checker: CheckerSpec;
  /** In the order in which they run. */
  tests: readonly { input: Buffer; answer: Buffer; isSample: boolean }[];
}

/** What one program may print, in KB. */
const OUTPUT_LIMIT_KB = 65_536;

/**
 * Stores tests, checker and limits and makes them the problem's. The testset is named by a hash over all of
 * it, so that judges know when what they have is still right.
 *
 * @returns the testset's id
 */
export async function storeTestset(tx: Tx, problemId: number, testset: NewTestset): Promise<number> {
  const { timeLimitMs, memoryLimitKb, checker } = testset;
  const tests = [];
  for (const [index, { input, answer, isSample }] of testset.tests.entries()) {
    const inputSha256 = await storeBlob(tx, input);
    const answerSha256 = await storeBlob(tx, answer);
    tests.push({ number: index + 1, inputSha256, answerSha256, isSample });
  }
  const limits = { timeLimitMs, memoryLimitKb, outputLimitKb: OUTPUT_LIMIT_KB };
  const { id: testsetId } = await tx
    .insertInto('testset')
    .values({
      problemId,
      ...limits,
      checker: JSON.stringify(checker),
      sha256: hashOf({ limits, checker, tests }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('test')
    .values(tests.map((test) => ({ testsetId, ...test })))
    .execute();
  await tx.updateTable('problem').set({ testsetId }).where('id', '=', problemId).execute();
  return testsetId;
}

const hashOf = (content: object) => createHash('sha256').update(JSON.stringify(content)).digest('hex');
