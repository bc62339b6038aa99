import type { JudgeTrialResult, TestReport } from '@balloon/contracts/judging/judge.ts';
import type { TrialTest } from '@balloon/contracts/solutions/trial-runs.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { postponeJudging } from '#features/queue/lease.queries.ts';
import { announceTrialRun } from '#features/trial-runs/announce-trial-run.ts';
import { endTrialRun, FAILED, type TrialEnd } from '#features/trial-runs/end-trial-run.ts';
import { endedBy, isOnSamples } from '#features/trial-runs/trial-runs.queries.ts';
import type { Services } from '#services.ts';

/**
 * Stores the result of a trial run. Leases and failures are treated as for solutions (`takeResult`).
 *
 * @returns whether this result counts; false when another lease, a cancellation or a deletion has overtaken it
 */
export async function takeTrialResult({ db, log }: Services, result: JudgeTrialResult): Promise<boolean> {
  const isStored = await db.transaction().execute((tx) => storeResult(tx, result));
  const { trialRunId, judgeId, end, detail } = result;
  if (end === 'failed') log.error({ trialRunId, judgeId, detail }, 'a judge failed at a trial run');
  return isStored;
}

async function storeResult(tx: Tx, result: JudgeTrialResult): Promise<boolean> {
  if (result.end === 'failed' && (await tryAgainLater(tx, result))) return true;
  return (await endTrialRun(tx, result, await endOf(tx, result))) || (await endedBy(tx, result));
}

async function tryAgainLater(tx: Tx, result: JudgeTrialResult): Promise<boolean> {
  const postponed = await postponeJudging(tx, result);
  if (postponed) await announceTrialRun(tx, result.trialRunId);
  return postponed;
}

async function endOf(tx: Tx, { end, trialRunId, compilationError, judgedBy, tests }: JudgeTrialResult) {
  if (end === 'failed') return FAILED;
  const isChecked = await isOnSamples(tx, trialRunId);
  const shown = tests.map((test) => shownTest(test, isChecked));
  const result = { compilationError, compiler: judgedBy.compiler, tests: shown };
  return { state: 'done', result } satisfies TrialEnd;
}

function shownTest(
  { verdict, points: _points, stderr = null, ...test }: TestReport,
  isChecked: boolean,
): TrialTest {
  const isUnchecked = verdict === 'accepted' && !isChecked;
  return { ...test, stderr, verdictId: isUnchecked ? null : VERDICTS[verdict].id };
}
