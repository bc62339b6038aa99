import type { JobWork } from '#relay/jobs/job-work.ts';
import { listProblems } from '#relay/jobs/list-problems.ts';
import { readWanted } from '#relay/jobs/read-wanted.ts';

/** Reads the list of a server or of one contest there, then the problems that the web wants of it. */
export async function scan(work: JobWork): Promise<void> {
  const { request } = work.job;
  await listAndRead(work, request.kind === 'scan' ? request.scope : null);
}

/** Reads a list, such as a contest that an archive has become, and what the web wants of it. */
export async function listAndRead(work: JobWork, scope: string | null): Promise<void> {
  await readWanted(work, await listProblems(work, scope));
}
