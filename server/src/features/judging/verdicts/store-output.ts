import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { OUTPUT_MAX_BYTES, type TestReport } from '@balloon/contracts/judging/judge.ts';
import { storeBlob } from '@balloon/database/blobs.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { storableNumber, storableOrNull } from '#content/storable.ts';
import type { FinalVerdict } from '#features/judging/verdicts/store-verdicts.ts';
import { type HeldSolution, removeFromQueue } from '#features/queue/lease.queries.ts';

const unpack = promisify(gunzip);

/**
 * Ends a run on one test with its output, in place of an earlier one. A run that came to no test (no compilation, a
 * failure of the judges) is stored with its verdict and its words.
 *
 * @returns false when the fence is not the newest one (any more); then nothing has changed
 */
export async function storeOutput(
  tx: Tx,
  lease: HeldSolution & { testNumber: number },
  final: FinalVerdict,
): Promise<boolean> {
  const { solutionId, testNumber, fence } = lease;
  const removed = await removeFromQueue(tx, lease);
  if (!removed) return false;
  const [report] = final.tests;
  const output = report && (await outputOf(report));
  await tx
    .deleteFrom('solutionOutput')
    .where('solutionId', '=', solutionId)
    .where('testNumber', '=', testNumber)
    .execute();
  await tx
    .insertInto('solutionOutput')
    .values({
      ...{ solutionId, testNumber, fence, testsetSha256: removed.testsetSha256 },
      verdictId: VERDICTS[report?.verdict ?? final.verdict].id,
      timeMs: storableNumber(report?.timeMs ?? 0),
      memoryKb: storableNumber(report?.memoryKb ?? 0),
      comment: storableOrNull(report ? report.comment : (final.compilationError ?? final.detail)),
      sha256: output ? await storeBlob(tx, output) : null,
      outputBytes: report?.output?.bytes ?? null,
      madeAtMs: await databaseNowMs(tx),
    })
    .execute();
  return true;
}

/** Bytes of the output; those of the excerpt where a judge sends no whole one, null where there is none. */
async function outputOf({ packedOutput, output }: TestReport): Promise<Buffer | null> {
  const excerpt = output && Buffer.from(output.text);
  if (packedOutput === undefined) return excerpt;
  const packed = Buffer.from(packedOutput, 'base64');
  // A broken archive must not keep the judge sending it: the beginning is better than nothing.
  return unpack(packed, { maxOutputLength: OUTPUT_MAX_BYTES }).catch(() => excerpt);
}
