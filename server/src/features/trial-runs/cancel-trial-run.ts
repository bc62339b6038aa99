import type { TrialRun } from '@balloon/contracts/solutions/trial-runs.ts';
import { callOff } from '#features/queue/lease.queries.ts';
import { announceTrialRun } from '#features/trial-runs/announce-trial-run.ts';
import { getOwnTrialRun, readTrialRun, type TrialRunAddress } from '#features/trial-runs/read-trial-run.ts';
import { markCancelled } from '#features/trial-runs/trial-runs.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Cancels a run, so that the next one may start. A run that has ended stays as it is.
 *
 * @throws as `readTrialRun`
 */
export async function cancelTrialRun(
  services: Services,
  user: User,
  address: TrialRunAddress,
): Promise<TrialRun> {
  await services.db.transaction().execute(async (tx) => {
    const { id, state } = await getOwnTrialRun({ db: tx }, user, address);
    if (state !== 'waiting') return;
    await callOff(tx, { trialRunId: id });
    await markCancelled(tx, id);
    await announceTrialRun(tx, id);
  });
  return readTrialRun(services, user, address);
}
