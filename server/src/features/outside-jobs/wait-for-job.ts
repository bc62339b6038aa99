import { setTimeout as pause } from 'node:timers/promises';
import type { JobView } from '@balloon/contracts/outside-jobs.ts';
import type { Db } from '@balloon/database/connect.ts';
import { isRelayPresent, readJob } from '#features/outside-jobs/read-jobs.ts';

/** How long a request waits for a relay; what takes longer goes on without it. */
const WAIT_MS = 20_000;
const ASK_EVERY_MS = 300;

/** Waits a while for the end of a job; not at all where no relay is there or the system is away. */
export async function waitForJob(db: Db, jobId: number): Promise<JobView> {
  const untilMs = performance.now() + WAIT_MS;
  for (;;) {
    const job = await readJob(db, jobId);
    const isUnderWay = job.state === 'waiting' || job.state === 'running';
    if (!isUnderWay || job.waitsUntilMs !== null || performance.now() > untilMs) return job;
    if (!(await isRelayPresent(db))) return job;
    await pause(ASK_EVERY_MS);
  }
}

/** What became of the problem of a job that names one. */
export async function findOnlyLine(db: Db, jobId: number) {
  return db
    .selectFrom('outsideJobLine')
    .select(['outcome', 'problemId', 'message'])
    .where('jobId', '=', jobId)
    .limit(1)
    .executeTakeFirst();
}
