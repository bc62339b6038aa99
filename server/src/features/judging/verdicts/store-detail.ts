import type { TestReport } from '@balloon/contracts/judging/judge.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { storableNumber, storableOrNull } from '#content/storable.ts';
import type { FinalVerdict } from '#features/judging/verdicts/store-verdicts.ts';
import { findTestsetHashes } from '#features/queue/claim.queries.ts';
import { type HeldSolution, removeFromQueue } from '#features/queue/lease.queries.ts';

/** Rows per statement: it has at most 65535 parameters, and a test takes fifteen. */
const TESTS_AT_ONCE = 1000;

/**
 * Ends a run on all tests and replaces the results of an earlier run. The verdict and the contest's log stay;
 * the log is not even locked, because storing excerpts of many tests takes time.
 *
 * @returns false when the fence is not the newest one (any more); then nothing has changed
 */
export async function storeDetail(tx: Tx, lease: HeldSolution, final: FinalVerdict): Promise<boolean> {
  const { solutionId, fence } = lease;
  const removed = await removeFromQueue(tx, lease);
  if (!removed) return false;
  const { claimedAtMs: _claimed, ...ended } = removed;
  const hashes = await findTestsetHashes(tx, solutionId, ended.testsetSha256);
  await tx.deleteFrom('solutionDetail').where('solutionId', '=', solutionId).execute();
  await tx
    .insertInto('solutionDetail')
    .values({
      solutionId,
      verdictId: VERDICTS[final.verdict].id,
      score: final.score,
      compilationError: storableOrNull(final.compilationError),
      judgingDetail: storableOrNull(final.detail),
      judgedBy: JSON.stringify({ ...final.judgedBy, ...ended, ...hashes, fence }),
      madeAtMs: await databaseNowMs(tx),
    })
    .execute();
  const tests = final.tests.map((report) => toRow(solutionId, report));
  for (let first = 0; first < tests.length; first += TESTS_AT_ONCE) {
    await tx
      .insertInto('solutionTest')
      .values(tests.slice(first, first + TESTS_AT_ONCE))
      .execute();
  }
  return true;
}

function toRow(solutionId: number, { input, output, answer, ...report }: TestReport) {
  return {
    solutionId,
    number: report.number,
    verdictId: VERDICTS[report.verdict].id,
    timeMs: storableNumber(report.timeMs),
    memoryKb: storableNumber(report.memoryKb),
    exitCode: report.exitCode,
    signal: report.signal,
    points: report.points,
    comment: storableOrNull(report.comment),
    input: storableOrNull(input?.text ?? null),
    inputBytes: input?.bytes ?? null,
    output: storableOrNull(output?.text ?? null),
    outputBytes: output?.bytes ?? null,
    answer: storableOrNull(answer?.text ?? null),
    answerBytes: answer?.bytes ?? null,
  };
}
