import type { JobKind } from '@balloon/contracts/outside/relay-jobs.ts';
import { checkAccount } from '#relay/jobs/check-account.ts';
import { handOverArchive } from '#relay/jobs/hand-over-archive.ts';
import { importProblems } from '#relay/jobs/import-problems.ts';
import type { JobWork } from '#relay/jobs/job-work.ts';
import { pullPackages } from '#relay/jobs/pull-packages.ts';
import { scan } from '#relay/jobs/scan.ts';
import { trySolution } from '#relay/jobs/try-solution.ts';

/**
 * Does the work of a job. It resolves when the job is done, and throws the failure that ends it or lets it wait.
 * Another relay may have done a part of it: `cursor`, `isListed` and `memo` of the job tell how far.
 */
export type DoJob = (work: JobWork) => Promise<void>;

/** What each kind of job does. A kind that is missing here belongs to a later version. */
export const JOB_KINDS: Readonly<Partial<Record<JobKind, DoJob>>> = {
  scan,
  import: importProblems,
  archive: handOverArchive,
  polygon: pullPackages,
  check: checkAccount,
  try: trySolution,
};
