import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { feedbackRequest, readFeedback } from '#interactive/feedback.ts';
import type { InteractionOutcome, InteractorDecision, NextPass } from '#interactive/interaction.ts';
import { decisionOf, type Interactor, interactorRequest, OUTPUT, wordsOf } from '#interactive/interactor.ts';
import { verdictOfInteraction } from '#interactive/verdict-of-interaction.ts';
import { PATIENCE, SCRATCH_KB } from '#run/limits.ts';
import { deservesPatience, type RunRules, verdictOfRun } from '#run/verdict-of-run.ts';
import { type PairResult, runPair } from '#sandbox/run-pair.ts';
import type { PairedRequest, PairedResult, RunLimits, SandboxSlot } from '#sandbox/sandbox.ts';

export interface InteractionJob extends Partial<Pick<NextPass, 'state'>> {
  /** Containers of the solution and of the interactor: two of one sandbox (see `JudgingSlot`). */
  slot: { program: SandboxSlot; checker: SandboxSlot };
  /** Request of the solution, as for any run; its standard streams lead to the interactor. */
  solution: PairedRequest;
  rules: RunRules;
  interactor: Interactor;
  /**
   * Host path of the test's input. A later pass is given what the previous one left: `{ ...job,
   * ...outcome.feedback.nextPass }`.
   */
  input: string;
  answer: string;
  /** Further arguments of the interactor. */
  flags?: readonly string[];
  /** Limits of the package for its interactor; see `interactorLimits`. */
  interactorMay?: { cpuMs?: number; memoryKb?: number };
}

/**
 * Runs a solution and an interactor on one test, each in its own container, and decides the verdict.
 *
 * When the verdict is `accepted`, the caller still runs testlib's checker on `output`, or, when there is a next pass,
 * calls again. Limits are the solution's own; the interactor has larger ones (see `interactorLimits`).
 */
export async function runInteraction(job: InteractionJob): Promise<InteractionOutcome> {
  const { interactor, rules } = job;
  interactor.box.show({ input: job.input, answer: job.answer });
  const folder = folderOfPass(job);
  mkdirSync(folder, { recursive: true });
  const { left: solution, right } = await talkAsOftenAsNeeded(job, folder);
  const said = wordsOf(interactor);
  const decision = decisionOf(interactor, right, said);
  const { nextPass, ...feedback } = readFeedback(folder, right);
  const words = said === '' ? (feedback.judgeMessage ?? '') : said;
  return {
    ...verdictOfInteraction({ solution, interactor: right, decision, said: words, rules }),
    solution,
    interactor: right,
    output: right.fetched.includes(OUTPUT) ? join(folder, OUTPUT) : undefined,
    feedback: { ...feedback, ...(nextPass && decision === 'accepted' ? { nextPass } : {}) },
  };
}

/** Returns the folder of a pass: two folders alternate, because each pass reads what the previous one left. */
function folderOfPass({ interactor, state }: InteractionJob): string {
  const even = join(interactor.folder, 'even');
  return state !== undefined && dirname(state) === even ? join(interactor.folder, 'odd') : even;
}

/** Share of the time from which an interactor that worked, or waited for the processor, made the solution wait. */
const INTERACTOR_BUSY_SHARE = 0.25;

/**
 * Repeats a conversation as any run: a failure of the sandbox or a crowded machine is not the solution's fault, and
 * neither is a slow interactor. With more time the interactor's own limit comes first.
 */
async function talkAsOftenAsNeeded(job: InteractionJob, folder: string): Promise<PairResult> {
  const pair = await talk(job, folder, job.solution.limits.wallMs);
  const { left: solution, right: interactor } = pair;
  const broke = solution.cause === 'internal' || interactor.cause === 'internal';
  if (broke) return talk(job, folder, job.solution.limits.wallMs);
  const interactorUs = interactor.cpuUs + (interactor.starvedUs ?? 0);
  const waited = solution.cause === 'wall' && interactorUs >= solution.wallUs * INTERACTOR_BUSY_SHARE;
  if (mayHaveGivenUp(job, pair)) return talk(job, folder, job.solution.limits.wallMs, LONG_LINGER_MS);
  if (!deservesPatience(solution) && !waited) return pair;
  return talk(job, folder, Math.max(job.solution.limits.wallMs * PATIENCE, interactorCpuMs(job) * 4));
}

/**
 * Whether a solution that failed first may have done so because the interactor had rejected it: on a crowded machine
 * the interactor itself may take longer to end than the solution's `lingerMs`.
 */
function mayHaveGivenUp({ interactor }: InteractionJob, { left: solution, right }: PairResult): boolean {
  if (solution.endedUs > right.endedUs) return false;
  const endedByItself = solution.cause === 'signal' || (solution.cause === 'exit' && solution.exitCode !== 0);
  return endedByItself && rejects(decisionOf(interactor, right, wordsOf(interactor)));
}

/** Returns the interactor's CPU limit in ms: it answers every question, and may search for the worst answer. */
function interactorCpuMs({ solution, interactorMay }: InteractionJob): number {
  return interactorMay?.cpuMs ?? 2 * solution.limits.cpuMs + 10_000;
}

/** Time in ms in which an interactor may go on after the solution has failed. */
const LAST_WORDS_MS = 2000;
/** Time in ms that a failed solution is presumed to live on; see `PairedRequest.lingerMs`. */
const LINGER_MS = 50;
/** `LINGER_MS` for a second conversation, when the first one left open which side decided. */
const LONG_LINGER_MS = 3000;
const INTERACTOR_MEMORY_KB = 1024 * 1024;
/** Limit in KB of an interactor's output, far above any use; ends one that writes for ever. */
const INTERACTOR_OUTPUT_KB = 1024 * 1024;

/** Limits of the interactor. Its wall limit comes after the solution's, so that a silent solution ends first. */
function interactorLimits(job: InteractionJob, solutionWallMs: number): Omit<RunLimits, 'processes'> {
  return {
    cpuMs: interactorCpuMs(job),
    wallMs: solutionWallMs + LAST_WORDS_MS + interactorCpuMs(job),
    memoryKb: job.interactorMay?.memoryKb ?? INTERACTOR_MEMORY_KB,
    outputKb: INTERACTOR_OUTPUT_KB,
    scratchKb: SCRATCH_KB,
  };
}

function talk(
  job: InteractionJob,
  folder: string,
  wallMs: number,
  lingerMs = LINGER_MS,
): Promise<PairResult> {
  const { slot, interactor, rules, flags = [] } = job;
  const limits = { ...job.solution.limits, wallMs };
  const left = { slot: slot.program, request: { ...job.solution, limits, lingerMs } };
  const request = {
    ...interactorRequest(interactor, flags, interactorLimits(job, wallMs)),
    ...whatItLeaves(job, folder),
  };
  return runPair(
    left,
    { slot: slot.checker, request },
    {
      patienceMs(ended, result) {
        if (ended === 'right')
          return accepts(decisionOf(interactor, result, wordsOf(interactor))) ? undefined : 0;
        return failed(result, rules) ? LAST_WORDS_MS : undefined;
      },
    },
  );
}

function whatItLeaves({ interactor, state }: InteractionJob, folder: string) {
  if (interactor.protocol.leaves === 'feedback') return feedbackRequest(folder, state);
  return { filesOut: [{ name: OUTPUT, to: join(folder, OUTPUT), maxKb: SCRATCH_KB }] };
}

function accepts(decision: InteractorDecision): boolean {
  return decision === 'accepted' || decision === 'partial';
}

function rejects(decision: InteractorDecision): boolean {
  return decision === 'wrongAnswer' || decision === 'presentationError';
}

function failed(solution: PairedResult, rules: RunRules): boolean {
  return solution.cause === 'stopped' || verdictOfRun(solution, rules) !== null;
}
