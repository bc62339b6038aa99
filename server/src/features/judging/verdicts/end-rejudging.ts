import type { JudgeRejudgeResult } from '@balloon/contracts/judging/judge.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { sql } from 'kysely';
import { storableJson, storableNumber, storableOrNull } from '#content/storable.ts';
import { keepOutput } from '#features/judging/verdicts/keep-output.ts';
import type { FinalVerdict } from '#features/judging/verdicts/store-verdicts.ts';
import { findTestsetHashes } from '#features/queue/claim.queries.ts';
import { type HeldRejudging, postponeJudging, removeFromQueue } from '#features/queue/lease.queries.ts';
import { keptCompilerOutput } from '#features/solutions/compiler-outputs.queries.ts';
import type { Services } from '#services.ts';

/**
 * Stores the result of a judging beside the verdict. Leases and failures are treated as for solutions (`takeResult`).
 *
 * @returns whether this result counts; false when another lease or a cancellation has overtaken it
 */
export async function takeRejudgeResult({ db, log }: Services, result: JudgeRejudgeResult): Promise<boolean> {
  const isStored = await db.transaction().execute((tx) => storeResult(tx, result));
  const { rejudgingRunId, judgeId, verdict, detail } = result;
  if (verdict === 'judgingError')
    log.error({ rejudgingRunId, judgeId, detail }, 'a judge failed at a rejudging');
  return isStored || (await endedBy(db, result));
}

async function storeResult(tx: Tx, result: JudgeRejudgeResult): Promise<boolean> {
  if (result.verdict === 'judgingError' && (await postponeJudging(tx, result))) return true;
  return endRejudging(tx, result, result);
}

/** Whether the stored result came with this very lease: the judge did not receive our answer. */
async function endedBy(db: Db, { rejudgingRunId, fence }: HeldRejudging): Promise<boolean> {
  const ended = await db
    .selectFrom('rejudgingRun')
    .innerJoin('judgement', 'judgement.id', 'rejudgingRun.judgementId')
    .select('judgement.id')
    .where('rejudgingRun.id', '=', rejudgingRunId)
    .where(sql<boolean>`(judged_by ->> 'fence')::bigint = ${fence}`)
    .executeTakeFirst();
  return ended !== undefined;
}

/**
 * Ends a judging beside the verdict with a judgement. Verdict and log of the contest stay.
 *
 * @returns false when the fence is not the newest one (any more); then nothing has changed
 */
export async function endRejudging(tx: Tx, lease: HeldRejudging, final: FinalVerdict): Promise<boolean> {
  const ended = await removeFromQueue(tx, lease);
  if (!ended) return false;
  const run = await tx
    .selectFrom('rejudgingRun')
    .select(['solutionId', 'rejudgingId'])
    .where('id', '=', lease.rejudgingRunId)
    .executeTakeFirstOrThrow();
  const { id: judgementId } = await insertJudgement(tx, { ...run, ...ended, fence: lease.fence }, final);
  await keepOutput(tx, { judgementId }, final);
  await tx.updateTable('rejudgingRun').set({ judgementId }).where('id', '=', lease.rejudgingRunId).execute();
  return true;
}

interface EndedRun {
  solutionId: number;
  rejudgingId: number;
  judgeId: number | null;
  attempt: number;
  testsetSha256: string | null;
  claimedAtMs: number | null;
  fence: number;
}

async function insertJudgement(tx: Tx, run: EndedRun, final: FinalVerdict) {
  const { solutionId, rejudgingId, judgeId, attempt, testsetSha256, fence } = run;
  const hashes = await findTestsetHashes(tx, solutionId, testsetSha256);
  const nowMs = await databaseNowMs(tx);
  return tx
    .insertInto('judgement')
    .values((eb) => ({
      ...{
        solutionId,
        rejudgingId,
        score: final.score,
        startedAtMs: run.claimedAtMs ?? nowMs,
        endedAtMs: nowMs,
      },
      verdictId: VERDICTS[final.verdict].id,
      testNumber: VERDICTS[final.verdict].solves ? 0 : final.testNumber,
      timeMs: storableNumber(final.timeMs),
      memoryKb: storableNumber(final.memoryKb),
      compilerOutputSha256: keptCompilerOutput(
        storableOrNull(final.compilationError ?? final.compilerOutput ?? null),
      ),
      testRuns: final.testRuns === undefined ? null : Buffer.from(final.testRuns, 'base64'),
      judgingDetail: storableOrNull(final.detail),
      judgedBy: storableJson({ ...final.judgedBy, judgeId, attempt, testsetSha256, fence, ...hashes }),
      judgeName: eb.selectFrom('judge').select('name').where('id', '=', judgeId),
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
}
