import type { RelayWelcome } from '@balloon/contracts/outside/relay.ts';
import type { RelayJob } from '@balloon/contracts/outside/relay-jobs.ts';
import { errorText } from '@balloon/worker/log.ts';
import { OutsideError } from '#failures.ts';
import type { AccountDesk } from '#relay/account-desk.ts';
import type { Desks } from '#relay/desks.ts';
import type { Duties } from '#relay/duties.ts';
import { type HeldJob, holdJob } from '#relay/jobs/held-job.ts';
import { JOB_KINDS } from '#relay/jobs/job-kinds.ts';
import { openJobWork } from '#relay/jobs/job-work.ts';
import { AwayError, RefusedError } from '#relay/relay-api.ts';
import { failureOf, recognise } from '#relay/tell-failure.ts';

/** Does one job from its claim to its end, or as far as its lease goes. Never rejects. */
export async function runJob(
  job: RelayJob,
  welcome: RelayWelcome,
  desks: Desks,
  duties: Duties,
): Promise<void> {
  const { contact, closing, closed, log } = duties;
  using held = holdJob(job, job.leaseMs ?? welcome.leaseMs, contact, closed);
  const name = `Job ${job.jobId} (${job.request.kind})`;
  try {
    const desk = desks.deskOfJob(job);
    const failure = await failureOfJob(job, desk, held, desks, duties);
    if (failure) log.warn(`${name} fails: ${failure.kind}, ${desk?.redact(failure.message)}`);
    await endJob(job, failure, desk, held, duties);
    if (!failure) log.info(`${name} is done`);
  } catch (error) {
    if (held.lost.aborted) log.info(`${name} is dropped: it was cancelled or given to another relay`);
    // The job goes back by itself when its lease ends, with all that was told.
    else if (closing.aborted) log.info(`${name} stops where it is: the relay closes`);
    else log.error(`${name}: ${errorText(error)}`);
  }
}

/** Does the work. @returns the failure that ends the job, or lets it wait; null: it is done */
async function failureOfJob(
  job: RelayJob,
  desk: AccountDesk | null,
  held: HeldJob,
  desks: Desks,
  duties: Duties,
): Promise<OutsideError | null> {
  const { kind } = job.request;
  const doJob = JOB_KINDS[kind];
  if (!desk || !doJob) {
    const unknown = desk ? `jobs of kind ${kind}` : job.server.systemType;
    return new OutsideError('down', `This relay does not know ${unknown}: it is of another version`);
  }
  const work = openJobWork(job, desk, held, desks, duties);
  const failure = await doJob(work).then(
    () => null,
    (error: unknown) => {
      work.signal.throwIfAborted();
      // The web and this relay do not understand each other, which is no failure of the system.
      if (error instanceof RefusedError || error instanceof AwayError) throw error;
      return recognise(error);
    },
  );
  await desk.saveSession();
  return failure;
}

async function endJob(
  { jobId, fence }: RelayJob,
  error: OutsideError | null,
  desk: AccountDesk | null,
  { lost }: HeldJob,
  { contact, closing, closed }: Duties,
): Promise<void> {
  const failure = error && failureOf(error, desk?.redact ?? ((text) => text));
  const signal = AbortSignal.any([closing, closed, lost]);
  await contact.ask((api, { relayId }) => api.jobEnd({ relayId, jobId, fence, failure }, signal), signal);
}
