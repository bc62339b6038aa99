import type { Tx } from '@balloon/database/connect.ts';
import { ConflictError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { refuseSecondScan } from '#features/outside-jobs/admins/start-job.ts';
import { settleJob } from '#features/outside-jobs/jobs/settle-job.ts';
import { OUTSIDE_JOB } from '#features/outside-jobs/relay/claim-job.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Cancels a job. Its relay learns it at its next call; what was read stays.
 *
 * @throws {NotFoundError} OUTSIDE_JOB_NOT_FOUND; {ConflictError} OUTSIDE_JOB_ENDED
 */
export async function cancelJob(services: Services, admin: User, jobId: number): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job.state !== 'waiting' && job.state !== 'running')
      throw new ConflictError('OUTSIDE_JOB_ENDED', `Job ${jobId} has ended already`);
    await settleJob(tx, services, jobId, { state: 'cancelled' });
    await record(tx, admin, 'outsideServer.cancelJob', job);
  });
}

/**
 * Lets a failed or cancelled job go on from where it was; problems that could not be read are tried again.
 *
 * @throws {NotFoundError} OUTSIDE_JOB_NOT_FOUND; {ConflictError} OUTSIDE_JOB_NOT_FAILED, OUTSIDE_SCAN_OPEN
 */
export async function retryJob({ db }: Services, admin: User, jobId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job.state !== 'failed' && job.state !== 'cancelled')
      throw new ConflictError(
        'OUTSIDE_JOB_NOT_FAILED',
        `Job ${jobId} has neither failed nor was it cancelled`,
      );
    if (job.kind === 'scan') await refuseSecondScan(tx, job.serverId, jobId);
    await tx
      .updateTable('outsideJob')
      .set({
        ...{ state: 'waiting', failure: null, message: null, failures: 0, notBeforeMs: 0 },
        ...{ endedAtMs: null, relayId: null },
      })
      .where('id', '=', jobId)
      .execute();
    await tx
      .updateTable('outsideJobLine')
      .set({ outcome: 'wanted', message: null })
      .where('jobId', '=', jobId)
      .where('outcome', '=', 'failed')
      .where('importId', 'is', null) // an import of a package is tried again by itself
      .execute();
    await record(tx, admin, 'outsideServer.retryJob', job);
    await announce(tx, 'judging.waiting', { languageKey: OUTSIDE_JOB });
  });
}

async function lockJob(tx: Tx, jobId: number) {
  const job = await tx
    .selectFrom('outsideJob')
    .innerJoin('outsideServer', 'outsideServer.id', 'outsideJob.serverId')
    .select(['outsideJob.id', 'outsideJob.kind', 'outsideJob.state', 'outsideJob.serverId'])
    .select('outsideServer.name')
    .where('outsideJob.id', '=', jobId)
    .forUpdate('outsideJob')
    .executeTakeFirst();
  if (!job) throw jobNotFound(jobId);
  return job;
}

export const jobNotFound = (jobId: number) =>
  new NotFoundError('OUTSIDE_JOB_NOT_FOUND', `There is no job ${jobId}`);

function record(
  tx: Tx,
  admin: User,
  action: 'outsideServer.cancelJob' | 'outsideServer.retryJob',
  { id: jobId, kind, serverId, name }: { id: number; kind: string; serverId: number; name: string },
): Promise<void> {
  return recordChange(tx, admin, {
    ...{ action, subjectId: serverId, subjectName: name, after: { job: jobId, kind } },
  });
}
