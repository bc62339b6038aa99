import { orAbort } from '@balloon/worker/waiting.ts';
import { OutsideError } from '#failures.ts';
import { inStep } from '#relay/jobs/job-step.ts';
import type { JobWork } from '#relay/jobs/job-work.ts';

/** Signs in with the account of the job, tells who is signed in, and keeps the session. */
export async function checkAccount(work: JobWork): Promise<void> {
  const { job, desk, signal } = work;
  if (job.account === null) throw new OutsideError('refused', 'The account is not there any more');
  await inStep(
    work,
    'signIn',
    () => orAbort(desk.checkAccount('job'), signal),
    ({ name }) => name,
  );
}
