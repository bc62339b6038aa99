import type { TrialRun } from '@balloon/contracts/trial-runs.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { announceTrialRun } from '#features/trial-runs/announce-trial-run.ts';
import { getOwnTrialRun, readTrialRun, type TrialRunAddress } from '#features/trial-runs/read-trial-run.ts';
import { callOff } from '#features/trial-runs/trial-runs.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Calls a run off, so that the next one may start. One that has ended stays as it is.
 *
 * @throws as `readTrialRun`
 */
export async function cancelTrialRun(
  services: Services,
  user: User,
  address: TrialRunAddress,
): Promise<TrialRun> {
  await services.db.transaction().execute(async (tx) => {
    const { id, state } = await getOwnTrialRun(tx, user, address);
    if (state !== 'waiting') return;
    await callOff(tx, id, await databaseNowMs(tx));
    await announceTrialRun(tx, id);
  });
  return readTrialRun(services, user, address);
}
