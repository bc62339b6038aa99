import type { JobStep } from '@balloon/contracts/outside/relay-jobs.ts';
import type { JobWork } from '#relay/jobs/job-work.ts';
import { AwayError, RefusedError } from '#relay/relay-api.ts';
import { recognise } from '#relay/tell-failure.ts';

/**
 * Does a step of a job, and lets the web know when it begins and how it ended.
 *
 * @param seen what the step has shown, such as the name of the account: secrets are only removed from failures
 */
export async function inStep<Result>(
  { note, desk, signal }: JobWork,
  step: JobStep['step'],
  does: () => Promise<Result>,
  seen: (result: Result) => string,
): Promise<Result> {
  const startedAtMs = performance.now();
  const tell = (state: JobStep['state'], text: string) => {
    const tookMs = state === 'running' ? null : Math.round(performance.now() - startedAtMs);
    return note({ step: { step, state, text, tookMs } });
  };
  await tell('running', '');
  try {
    const result = await does();
    await tell('done', seen(result));
    return result;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RefusedError || error instanceof AwayError) throw error;
    const failure = recognise(error);
    await tell('failed', desk.redact(failure.message));
    throw failure;
  }
}
