import { orAbort } from '@balloon/worker/waiting.ts';
import { OutsideError } from '#failures.ts';
import type { JobWork } from '#relay/jobs/job-work.ts';
import { recognise } from '#relay/tell-failure.ts';

/** Signs in with the account of the job, tells who is signed in, and keeps the session. */
export async function checkAccount({ job, desk, note, signal }: JobWork): Promise<void> {
  if (job.account === null) throw new OutsideError('refused', 'The account is not there any more');
  const startedAtMs = performance.now();
  const step = (state: 'running' | 'done' | 'failed', text: string) => {
    const tookMs = state === 'running' ? null : Math.round(performance.now() - startedAtMs);
    return note({ step: { step: 'signIn', state, text, tookMs } });
  };
  await step('running', '');
  try {
    const { name } = await orAbort(desk.checkAccount('job'), signal);
    await step('done', name);
  } catch (error) {
    signal.throwIfAborted();
    const failure = recognise(error);
    await step('failed', desk.redact(failure.message));
    throw failure;
  }
}
