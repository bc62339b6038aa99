import type { Tx } from '@balloon/database/connect.ts';
import { countLines } from '#features/outside-jobs/jobs/job-lines.queries.ts';
import { findToldJob } from '#features/outside-jobs/jobs/settle-job.ts';
import { tellProgress } from '#features/outside-jobs/jobs/tell-console.ts';
import type { RateLimit } from '#http/callers/rate-limit.ts';
import type { Services } from '#services.ts';

/** Lets a line of each job pass once in a while. */
export type JobTelling = RateLimit;
/** Shortest time in ms between lines of a job. */
export const TOLD_EVERY_MS = 500;

/** Writes a line of progress, unless the job has written one just now. */
export async function tellHowFar(
  tx: Tx,
  { log }: Services,
  telling: JobTelling,
  jobId: number,
): Promise<void> {
  if (!telling.allows(jobId)) return;
  const told = await findToldJob(tx, jobId);
  if (told) tellProgress(log, told, await countLines(tx, jobId));
}
