import type { TrialResult } from '@balloon/contracts/trial-runs.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { removeFromQueue } from '#features/judging/lease.queries.ts';
import { storableJson } from '#features/packages/storable.ts';
import { announceTrialRun } from '#features/trial-runs/announce-trial-run.ts';

export interface HeldTrial {
  trialRunId: number;
  fence: number;
}

export type TrialEnd = { state: 'done'; result: TrialResult } | { state: 'failed'; result: null };

/** Could not be run, through no fault of the code. */
export const FAILED: TrialEnd = { state: 'failed', result: null };

/**
 * Ends a trial run: out of the queue, told at commit.
 *
 * @returns false when the fence is not the newest one (any more); nothing has changed then
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
