import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { LOOKS_BEFORE_RESEND, RESEND_NOT_BEFORE_MS } from '@balloon/domain/outside/outside-systems.ts';
import { errorText } from '@balloon/worker/log.ts';
import { orAbort, pause } from '@balloon/worker/waiting.ts';
import { z } from 'zod';
import { askedOfAccount, DoubtedRefusal, OutsideError } from '#failures.ts';
import type { OutsideSystem, Prepared, RunState, Submission } from '#outside-system.ts';
import { chooseEarlier, chooseRun } from '#relay/choose-run.ts';
import { LOOKS_FOR_EARLIER } from '#relay/find-run.ts';
import { inStep } from '#relay/jobs/job-step.ts';
import { type JobWork, systemOf } from '#relay/jobs/job-work.ts';

/*
 * Theory of operation. A trial is sent at most once: the memo of the job is the intent, stored before the first byte
 * leaves. A relay that goes on with an intent looks for the run and never sends. Only a send that the system has
 * certainly not taken clears the intent.
 */

const Intent = z.object({
  watermark: z.string().nullable(),
  sentAtMs: z.number(),
  /** Null: to be found. */
  runId: z.string().nullable(),
  languageName: z.string(),
});
type Intent = z.infer<typeof Intent>;

/** Trial in the hands of a relay. */
interface Trial {
  work: JobWork;
  system: OutsideSystem;
  submission: Submission;
}

/** Longest time in ms until a verdict. */
const VERDICT_WITHIN_MS = 600_000;
const GROWTH = 1.3;
/** Longest interval of polls, in first intervals. */
const LONGEST = 10;
/** What the system said to a send of unknown outcome. */
interface Told {
  /** What it meant where there is no run, or asks of the account. */
  refusal?: OutsideError | undefined;
  words?: string;
}

/** Characters of the compiler's words that are shown. */
const MAX_LOG = 600;

/** Sends one solution outside of any contest and follows it to its verdict, telling each step. */
export async function trySolution(work: JobWork): Promise<void> {
  const { request, memo } = work.job;
  if (request.kind !== 'try') return;
  const { foreignId, foreignLanguageId, source } = request;
  const intent = memo ? intentIn(memo) : null;
  const system = systemOf(work);
  const languageName = intent?.languageName ?? '';
  const trial = { work, system, submission: { foreignId, foreignLanguageId, languageName, source } };
  const runId = intent ? (intent.runId ?? (await findRun(trial, intent))) : await send(trial);
  await awaitVerdict(trial, runId);
}

function intentIn(memo: string): Intent {
  try {
    return Intent.parse(JSON.parse(memo));
  } catch (cause) {
    throw new OutsideError('refused', 'Another version of the relay has begun this trial', { cause });
  }
}

/** Does everything up to the send, and sends once. @returns the run */
async function send({ work, system, submission: unnamed }: Trial): Promise<string> {
  const { foreignId, foreignLanguageId, source } = unnamed;
  if (Buffer.byteLength(source) > system.maxSourceBytes)
    throw new OutsideError('refused', `The source has more than ${system.maxSourceBytes} bytes`);
  await inStep(
    work,
    'signIn',
    () => orAbort(work.desk.checkAccount('job'), work.signal),
    ({ name }) => name,
  );
  const language = await inStep(
    work,
    'languages',
    async () => {
      const languages = await work.read((session) => system.listLanguages(session, foreignId));
      const chosen = languages.find((each) => each.foreignLanguageId === foreignLanguageId);
      if (chosen) return { name: chosen.name, count: languages.length };
      throw new OutsideError('refused', `The problem takes no language ${foreignLanguageId}`);
    },
    ({ name, count }) => `${name} (of ${count})`,
  );
  await inStep(
    work,
    'problem',
    () => work.read((session) => system.readProblem(session, foreignId)),
    ({ statements }) => statements[0]?.title ?? foreignId,
  );
  const trial = { work, system, submission: { ...unnamed, languageName: language.name } };
  const prepared = await inStep(
    work,
    'prepare',
    () => work.read((session) => system.prepare(session, trial.submission)),
    ({ watermark }) => watermark ?? '',
  );
  return sendOnce(trial, prepared);
}

async function sendOnce(trial: Trial, prepared: Prepared): Promise<string> {
  const { work, system, submission } = trial;
  const { watermark } = prepared;
  const intent = {
    ...{ watermark, sentAtMs: work.duties.nowMs(), runId: null },
    languageName: submission.languageName,
  };
  const told: Told = {};
  const runId = await inStep(
    work,
    'send',
    async () => {
      await work.note({ memo: JSON.stringify(intent) });
      try {
        return (await work.turn((session) => system.send(session, submission, prepared))).runId;
      } catch (error) {
        work.signal.throwIfAborted();
        told.refusal = error instanceof DoubtedRefusal ? error.refusal : askedOfAccount(error);
        told.words = work.desk.redact(errorText(error));
        return await afterFailure(trial, error);
      }
    },
    (id) => id ?? '',
  );
  if (runId === null) return findRun(trial, intent, told);
  await work.note({ memo: JSON.stringify({ ...intent, runId }) });
  return runId;
}

/** @returns the earlier run of a duplicate; null: unknown, to be found */
async function afterFailure(trial: Trial, error: unknown): Promise<string | null> {
  const { work } = trial;
  if (!(error instanceof OutsideError)) {
    work.duties.log.warn(`A trial was sent, and its answer lost: ${work.desk.redact(errorText(error))}`);
    return null;
  }
  const isDuplicate = error.kind === 'duplicate';
  const earlier = isDuplicate ? await findEarlier(trial) : null;
  if (earlier !== null) return earlier;
  await work.note({ memo: '' });
  if (!isDuplicate) throw error;
  const { message, evidence } = error;
  throw new OutsideError('refused', `Its earlier run is not to be seen: ${message}`, { evidence });
}

/** Finds the run that the system means when it refuses a source as a duplicate; null: there is none to be seen. */
async function findEarlier({ work, system, submission }: Trial): Promise<string | null> {
  const { duties, signal } = work;
  for (let looks = 1; ; looks += 1) {
    const intent = { submission, watermark: null, sentAtMs: duties.nowMs() };
    const runs = await work.read((session) => system.findRuns(session, intent));
    const earlier = chooseEarlier(runs, system.comparesWithLatest);
    if (earlier.found === 'one') return earlier.runId;
    if (earlier.found === 'several' || looks === LOOKS_FOR_EARLIER) return null;
    await pause(duties.pauses.lookEveryMs, signal);
  }
}

/** Looks for the run of a send whose answer was lost. */
function findRun(
  { work, system, submission }: Trial,
  intent: Intent,
  { refusal, words }: Told = {},
): Promise<string> {
  const { duties, read, note, signal } = work;
  const look = async () => {
    for (let looks = 1; ; looks += 1) {
      const runs = await read((session) => system.findRuns(session, { submission, ...intent }));
      const choice = chooseRun(runs, intent.sentAtMs, () => false);
      if (choice.found === 'one') return choice.runId;
      if (choice.found === 'several')
        throw new OutsideError('refused', `Any of these runs may be it: ${choice.candidates.join(', ')}`);
      if (looks >= LOOKS_BEFORE_RESEND && duties.nowMs() - intent.sentAtMs >= RESEND_NOT_BEFORE_MS)
        throw refusal ?? nothingSent(words);
      await pause(duties.pauses.lookEveryMs, signal);
    }
  };
  return inStep(
    work,
    'find',
    async () => {
      const runId = await look();
      await note({ memo: JSON.stringify({ ...intent, runId }) });
      return runId;
    },
    (runId) => runId,
  );
}

const nothingSent = (words = 'the answer was lost') =>
  new OutsideError('refused', `There is no such run (${words}): nothing was sent. Start another trial`);

function awaitVerdict({ work, system, submission }: Trial, runId: string): Promise<RunState> {
  const { duties, read, show, signal } = work;
  const run = { runId, foreignId: submission.foreignId };
  const untilMs = duties.nowMs() + VERDICT_WITHIN_MS;
  let everyMs = system.pace.pollEveryMs;
  let words = '';
  const poll = async () => {
    for (;;) {
      const [state] = await read((session) => system.poll(session, [run]));
      if (state) words = wordsOf(state);
      if (state?.state === 'final') return state;
      show(`run ${runId}: ${words}`);
      if (duties.nowMs() > untilMs)
        throw new OutsideError('refused', `No verdict within ten minutes; last seen: ${words}`);
      await pause(everyMs, signal);
      everyMs = Math.min(LONGEST * system.pace.pollEveryMs, everyMs * GROWTH);
    }
  };
  let compiler = '';
  return inStep(
    work,
    'judge',
    async () => {
      const state = await poll();
      if (state.verdict === 'compilationError')
        compiler = (await read((session) => system.readCompilationLog(session, run))) ?? '';
      return state;
    },
    (state) => [wordsOf(state), compiler.slice(0, MAX_LOG)].filter(Boolean).join('\n'),
  );
}

/** Run as people read it: our verdict beside the system's own words. */
function wordsOf({ verdict, foreignVerdict, testNumber, timeMs, memoryKb }: RunState): string {
  const parts = [
    verdict === null ? foreignVerdict : `${VERDICTS[verdict].name} (${foreignVerdict})`,
    testNumber > 0 && `test ${testNumber}`,
    timeMs !== null && `${timeMs} ms`,
    memoryKb !== null && `${memoryKb} KB`,
  ];
  return parts.filter(Boolean).join(', ');
}
