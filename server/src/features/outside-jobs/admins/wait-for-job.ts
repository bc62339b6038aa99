import type { JobView } from '@balloon/contracts/outside/outside-jobs.ts';
import type { Rescan } from '@balloon/contracts/problems/problem-admin.ts';
import type { Db } from '@balloon/database/connect.ts';
import { askUntil } from '#ask-until.ts';
import { isRelayPresent, readJob } from '#features/outside-jobs/admins/read-jobs.ts';

/** How long a request waits for a relay; what takes longer goes on without it. */
const WAIT_MS = 20_000;

/** Waits a while for the end of a job; not at all where no relay is there or the system is away. */
export function waitForJob(db: Db, jobId: number): Promise<JobView> {
  const isSettled = async (job: JobView) =>
    isOver(job) || job.waitsUntilMs !== null || !(await isRelayPresent(db));
  return askUntil(() => readJob(db, jobId), isSettled, WAIT_MS);
}

const isOver = ({ state }: JobView) => state !== 'waiting' && state !== 'running';

/** State of a rescan whose job is in that state. */
export function rescanStateOf(job: JobView): Rescan['state'] {
  return job.state === 'waiting' ? 'queued' : job.state;
}

/** What became of the problem of a job that names one. */
export async function findOnlyLine(db: Db, jobId: number) {
  return db
    .selectFrom('outsideJobLine')
    .select(['outcome', 'problemId', 'importId', 'message'])
    .where('jobId', '=', jobId)
    .limit(1)
    .executeTakeFirst();
}
