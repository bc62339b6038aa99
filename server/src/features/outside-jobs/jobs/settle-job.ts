import type { JobRequest } from '@balloon/contracts/outside/relay-jobs.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { storableText } from '#content/storable.ts';
import { countLines } from '#features/outside-jobs/jobs/job-lines.queries.ts';
import { type ToldJob, tellEnd } from '#features/outside-jobs/jobs/tell-console.ts';
import type { Services } from '#services.ts';

export type JobOutcome =
  | { state: 'done' | 'cancelled' }
  | {
      state: 'failed';
      /** Kind of a failure of contracts/src/outside/relay.ts, or `lost`: every relay went away over it. */
      failure: string;
      message: string;
    };

/** Ends a job, which its relay learns at its next call, and writes the last line of the console. */
export async function settleJob(
  tx: Tx,
  services: Services,
  jobId: number,
  outcome: JobOutcome,
): Promise<void> {
  const failure = outcome.state === 'failed' ? outcome : { failure: null, message: null };
  await tx
    .updateTable('outsideJob')
    .set({
      ...{ state: outcome.state, endedAtMs: NOW_MS, fence: null, leasedUntilMs: null, what: '' },
      ...{ failure: failure.failure, message: failure.message && storableText(failure.message) },
    })
    .where('id', '=', jobId)
    .execute();
  const told = await findToldJob(tx, jobId);
  if (told) tellEnd(services.log, told, await countLines(tx, jobId), outcome);
}

/** What the console names of a job. */
export async function findToldJob(tx: Tx, jobId: number): Promise<ToldJob | undefined> {
  const row = await tx
    .selectFrom('outsideJob')
    .innerJoin('outsideServer', 'outsideServer.id', 'outsideJob.serverId')
    .select(['outsideJob.id', 'outsideJob.kind', 'outsideServer.name', 'outsideServer.systemType'])
    .select('outsideJob.request')
    .where('outsideJob.id', '=', jobId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { request, ...told } = row;
  const { kind, ...asked } = request as JobRequest; // stored by its contract
  return { ...told, scope: kind === 'scan' && 'scope' in asked ? asked.scope : null };
}
