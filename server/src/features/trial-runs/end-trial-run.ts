import type { TrialResult } from '@balloon/contracts/solutions/trial-runs.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { storableJson } from '#content/storable.ts';
import { type HeldTrial, removeFromQueue } from '#features/queue/lease.queries.ts';
import { announceTrialRun } from '#features/trial-runs/announce-trial-run.ts';

export type TrialEnd = { state: 'done'; result: TrialResult } | { state: 'failed'; result: null };

/** End of a run that failed, not because of the code. */
export const FAILED: TrialEnd = { state: 'failed', result: null };

/**
 * Ends a trial run, removes it from the queue and announces that at commit.
 *
 * @returns false when the fence is not the newest one (any more); then nothing has changed
 */
export async function endTrialRun(tx: Tx, lease: HeldTrial, { state, result }: TrialEnd): Promise<boolean> {
  const { trialRunId, fence } = lease;
  if (!(await removeFromQueue(tx, lease))) return false;
  await tx
    .updateTable('trialRun')
    .set({ state, result: result && storableJson(result), fence, finishedAtMs: await databaseNowMs(tx) })
    .where('id', '=', trialRunId)
    .execute();
  await announceTrialRun(tx, trialRunId);
  return true;
}
