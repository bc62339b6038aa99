import type { OutsideFailure } from '@balloon/contracts/outside/relay.ts';
import { type JobEnd, type JobProgress, JobRequest, JobStep } from '@balloon/contracts/outside/relay-jobs.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { storableJson, storableText } from '#content/storable.ts';
import { addLines } from '#features/outside-jobs/jobs/job-lines.queries.ts';
import { type HeldJob, lockHeldJob } from '#features/outside-jobs/jobs/jobs.queries.ts';
import { settleJob } from '#features/outside-jobs/jobs/settle-job.ts';
import { findUnlisted } from '#features/outside-jobs/relay/list-problems.ts';
import { noteServerAnswers, takeTrouble } from '#features/outside-systems/troubles.ts';
import type { Services } from '#services.ts';

/** Pauses of a job after failures in a row, in ms; the last one repeats. */
const PAUSES_MS = [15_000, 30_000, 60_000, 120_000, 300_000, 600_000];

/**
 * Ends a job, or lets it wait after a failure that passes by itself.
 *
 * @returns false when the lease is lost
 */
export function endJob(services: Services, { failure, ...lease }: JobEnd): Promise<boolean> {
  return services.db.transaction().execute(async (tx) => {
    const job = await lockHeldJob(tx, lease, services.options.leaseMs);
    if (!job) return false;
    if (failure === null) {
      await noteVanished(tx, job);
      await noteServerAnswers(tx, job.serverId);
      await settleJob(tx, services, job.id, { state: 'done' });
      return true;
    }
    const { serverId, accountId } = job;
    await takeTrouble(tx, { serverId, accountId, solutionId: null }, failure);
    if (failure.kind === 'down' || failure.kind === 'rate') await pauseJob(tx, job, failure);
    else {
      const { kind, message } = failure;
      await settleJob(tx, services, job.id, { state: 'failed', failure: kind, message });
    }
    return true;
  });
}

/** Marks known problems that a complete list no longer has; nothing is deleted. */
async function noteVanished(tx: Tx, job: HeldJob): Promise<void> {
  const request = JobRequest.parse(job.request);
  if (request.kind !== 'scan' || !job.isListed) return;
  const { unlisted } = await findUnlisted(tx, job, request.scope);
  if (unlisted.length === 0) return;
  const ids = unlisted.map(({ problemId }) => problemId);
  await tx
    .updateTable('outsideProblem')
    .set({ vanishedAtMs: NOW_MS })
    .where('problemId', 'in', ids)
    .where('vanishedAtMs', 'is', null)
    .execute();
  const titles = await tx.selectFrom('problem').select(['id', 'title']).where('id', 'in', ids).execute();
  const titleOf = new Map(titles.map(({ id, title }) => [id, title]));
  await addLines(
    tx,
    job.id,
    unlisted.map(({ foreignId, problemId }) => ({
      ...{ foreignId, problemId, outcome: 'vanished' },
      title: titleOf.get(problemId) ?? '',
    })),
  );
}

async function pauseJob(
  tx: Tx,
  job: HeldJob,
  { kind, message, retryAfterMs }: OutsideFailure,
): Promise<void> {
  const ours = PAUSES_MS[Math.min(job.failures, PAUSES_MS.length - 1)] ?? 0;
  await tx
    .updateTable('outsideJob')
    .set({
      ...{ state: 'waiting', failure: kind, message: storableText(message), failures: job.failures + 1 },
      ...{ relayId: null, fence: null, leasedUntilMs: null },
      notBeforeMs: sql<number>`${NOW_MS} + ${retryAfterMs ?? ours}::bigint`,
    })
    .where('id', '=', job.id)
    .execute();
}

/**
 * Takes a sign of life, and what is new of a job.
 *
 * @returns false when the lease is lost
 */
export function noteProgress(
  { db, options }: Services,
  { what, memo, step, ...lease }: JobProgress,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const job = await lockHeldJob(tx, lease, options.leaseMs);
    if (!job) return false;
    const news = {
      ...(what === undefined ? {} : { what: storableText(what) }),
      ...(memo === undefined ? {} : { memo: storableText(memo) }),
      ...(step === undefined ? {} : { steps: storableJson(withStep(job.steps, step)) }),
    };
    if (Object.keys(news).length > 0)
      await tx.updateTable('outsideJob').set(news).where('id', '=', job.id).execute();
    return true;
  });
}

function withStep(stored: unknown, step: JobStep): JobStep[] {
  const steps = z.array(JobStep).parse(stored);
  const at = steps.findIndex((each) => each.step === step.step);
  return at < 0 ? [...steps, step] : steps.with(at, step);
}
