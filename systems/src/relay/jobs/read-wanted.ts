import type { JobProblem, WantedProblem } from '@balloon/contracts/outside/relay-jobs.ts';
import { OutsideError } from '#failures.ts';
import type { JobWork } from '#relay/jobs/job-work.ts';
import { openLanguages } from '#relay/jobs/languages.ts';
import { openPictureSource } from '#relay/jobs/picture-source.ts';
import { readOneProblem } from '#relay/jobs/read-one-problem.ts';
import { AwayError, RefusedError } from '#relay/relay-api.ts';
import { failureOf, recognise } from '#relay/tell-failure.ts';

/** Problems that are asked for at once. */
const AT_ONCE = 20;
/** Failures in a row after which the fault is not one of single problems. */
const MAX_IN_A_ROW = 10;

/**
 * Reads the problems that the web wants, in its order, and tells it each of them. The list of languages is refreshed
 * once, whether anything is wanted or not.
 *
 * @param listed a problem of the list, for the languages; null: the list was read earlier
 * @throws {OutsideError} a failure that concerns all of them, or the last of ten in a row
 */
export async function readWanted(work: JobWork, listed: string | null): Promise<void> {
  const languages = openLanguages(work);
  const beside = { languages, pictures: openPictureSource(work) };
  if (listed !== null) await languages.refresh(listed);
  await eachWanted(work, async (wanted) => {
    await languages.refresh(wanted.foreignId);
    await tellFound(work, wanted, await readOneProblem(work, wanted, beside));
  });
  languages.complain();
}

/** Tells what became of a problem. */
export function tellFound(
  work: JobWork,
  { foreignId }: WantedProblem,
  found: JobProblem['found'],
): Promise<void> {
  return work.tell((api, lease, until) => api.jobProblem({ ...lease, foreignId, found }, until));
}

/**
 * Does something with each problem that the web wants, in its order. The failure of a single one is told as its own.
 *
 * @param handle must tell the web of the problem, or fail
 * @throws {OutsideError} a failure that concerns all of them, or the last of ten in a row
 */
export async function eachWanted(
  work: JobWork,
  handle: (wanted: WantedProblem) => Promise<void>,
): Promise<void> {
  const told = new Set<string>();
  let inARow = 0;
  for (;;) {
    const wanted = await work.nextWanted(AT_ONCE);
    if (wanted.length === 0) break;
    for (const problem of wanted) {
      if (told.has(problem.foreignId)) throw new AwayError(`The server wants ${problem.foreignId} again`);
      told.add(problem.foreignId);
      const failure = await handleOne(work, problem, handle);
      inARow = failure ? inARow + 1 : 0;
      if (failure && inARow >= MAX_IN_A_ROW) throw failure;
    }
  }
}

/** @returns the failure of this problem alone; null: it was told */
async function handleOne(
  work: JobWork,
  wanted: WantedProblem,
  handle: (wanted: WantedProblem) => Promise<void>,
): Promise<OutsideError | null> {
  const { desk, duties, signal } = work;
  const { foreignId, title } = wanted;
  work.show(title === foreignId ? title : `${foreignId}: ${title}`);
  try {
    await handle(wanted);
    await desk.saveSession();
    return null;
  } catch (error) {
    signal.throwIfAborted();
    const failure = await failureOfOne(work, error);
    duties.log.warn(`Problem ${foreignId}: ${failure.kind}, ${desk.redact(failure.message)}`);
    await tellFound(work, wanted, { outcome: 'failed', failure: failureOf(failure, desk.redact) });
    return failure;
  }
}

/**
 * Tells the failure of one problem from one of the server or account.
 *
 * @throws {OutsideError} the latter
 */
async function failureOfOne({ job, desk }: JobWork, error: unknown): Promise<OutsideError> {
  // What was read is beyond what the web stores.
  if (error instanceof RefusedError) return new OutsideError('drift', `Not stored: ${error.message}`);
  const failure = recognise(error);
  const { kind, message, evidence } = failure;
  if (kind === 'refused' || kind === 'drift') return failure;
  if (kind !== 'signedOut') throw failure;
  // An account that gets in nevertheless is not let in here, nor is a visitor without one.
  if (job.account !== null) await desk.checkAccount('job');
  return new OutsideError('refused', message, { evidence });
}
