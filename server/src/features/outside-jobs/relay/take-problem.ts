import type { JobProblem } from '@balloon/contracts/outside/relay-jobs.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { findKnown, settleLine } from '#features/outside-jobs/jobs/job-lines.queries.ts';
import { type JobTelling, tellHowFar } from '#features/outside-jobs/jobs/job-telling.ts';
import { forgetFailures, type HeldJob, lockHeldJob } from '#features/outside-jobs/jobs/jobs.queries.ts';
import {
  EmptyStatementError,
  OtherProblemError,
  storeOutsideProblem,
} from '#features/outside-jobs/relay/store-outside-problem.ts';
import { noteServerAnswers } from '#features/outside-systems/troubles.ts';
import type { Services } from '#services.ts';

/**
 * Stores what became of a wanted problem.
 *
 * @returns false when the lease is lost
 * @throws {InvalidInputError} CONTENTS_MISSING when a file of the statement was not sent
 */
export function takeProblem(
  services: Services,
  telling: JobTelling,
  { foreignId, found, ...lease }: JobProblem,
): Promise<boolean> {
  const { db, options } = services;
  return db.transaction().execute(async (tx) => {
    const job = await lockHeldJob(tx, lease, options.leaseMs);
    if (!job) return false;
    const line = await findWantedLine(tx, job.id, foreignId);
    // The same call twice does the same: the relay did not receive our answer.
    if (line) await settle(tx, job, { foreignId, title: line.title }, found);
    await tellHowFar(tx, services, telling, job.id);
    return true;
  });
}

function findWantedLine(tx: Tx, jobId: number, foreignId: string) {
  return tx
    .selectFrom('outsideJobLine')
    .select('title')
    .where('jobId', '=', jobId)
    .where('foreignId', '=', foreignId)
    .where('outcome', '=', 'wanted')
    .executeTakeFirst();
}

async function settle(
  tx: Tx,
  job: HeldJob,
  { foreignId, title }: { foreignId: string; title: string },
  found: JobProblem['found'],
): Promise<void> {
  const line = { jobId: job.id, foreignId };
  if (found.outcome === 'failed') {
    await settleLine(tx, line, { outcome: 'failed', message: found.failure.message });
    return;
  }
  await noteServerAnswers(tx, job.serverId);
  await forgetFailures(tx, job.id);
  if (found.outcome === 'same') {
    await settleLine(tx, line, { outcome: 'same', ...(await noteSame(tx, job, foreignId)) });
    return;
  }
  try {
    const stored = await storeOutsideProblem(tx, job, { foreignId, title }, found.problem);
    await settleLine(tx, line, stored);
  } catch (error) {
    // Both are thrown before anything is written.
    if (!(error instanceof EmptyStatementError || error instanceof OtherProblemError)) throw error;
    await settleLine(tx, line, { outcome: 'failed', message: error.message });
  }
}

/** Notes that a problem was read and has not changed. */
async function noteSame(tx: Tx, job: HeldJob, foreignId: string) {
  const [known] = await findKnown(tx, job.serverId, [foreignId]);
  if (!known || known.isDeleted) return {};
  const { problemId } = known;
  await tx
    .updateTable('outsideProblem')
    .set({ readAtMs: NOW_MS, vanishedAtMs: null })
    .where('problemId', '=', problemId)
    .execute();
  const { title } = await tx
    .selectFrom('problem')
    .select('title')
    .where('id', '=', problemId)
    .executeTakeFirstOrThrow();
  return { problemId, title };
}
