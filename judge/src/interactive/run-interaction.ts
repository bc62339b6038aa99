import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { feedbackRequest, readFeedback } from '#interactive/feedback.ts';
import type { InteractionOutcome, InteractorDecision, NextPass } from '#interactive/interaction.ts';
import { decisionOf, type Interactor, interactorRequest, OUTPUT, wordsOf } from '#interactive/interactor.ts';
import { verdictOfInteraction } from '#interactive/verdict-of-interaction.ts';
import { PATIENCE, SCRATCH_KB } from '#limits.ts';
import { type PairResult, runPair } from '#sandbox/run-pair.ts';
import type { PairedRequest, PairedResult, RunLimits, SandboxSlot } from '#sandbox/sandbox.ts';
import { deservesPatience, type RunRules, verdictOfRun } from '#verdict-of-run.ts';

export interface InteractionJob extends Partial<Pick<NextPass, 'state'>> {
  /** The containers of the solution and of the interactor: two of one sandbox (see `JudgingSlot`). */
  slot: { program: SandboxSlot; checker: SandboxSlot };
  /** The solution as for any run; its standard streams lead to the interactor. */
  solution: PairedRequest;
  rules: RunRules;
  interactor: Interactor;
  /** Host paths. A later pass is given what the previous one left: `{ ...job, ...outcome.feedback.nextPass }`. */
  input: string;
  answer: string;
  /** Further arguments of the interactor. */
  flags?: readonly string[];
  /** Where the package says what its interactor may use; see `interactorLimits`. */
  interactorMay?: { cpuMs?: number; memoryKb?: number };
}

/**
 * Lets a solution and an interactor talk about one test, each in its own container, and rules on it.
 *
 * When the verdict is `accepted`, the caller still runs testlib's checker on `output`, or, when there is a next pass,
 * calls again. Limits are the solution's own; the interactor has more (see `interactorLimits`).
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

/** The passes take turns, because each reads what the one before has left. */
function folderOfPass({ interactor, state }: InteractionJob): string {
  const even = join(interactor.folder, 'even');
  return state !== undefined && dirname(state) === even ? join(interactor.folder, 'odd') : even;
}

/** An interactor that used this share of the time had the solution wait for it. */
const INTERACTOR_BUSY_SHARE = 0.25;

/**
 * As for any run: neither a failure of the sandbox nor a crowded machine is the solution's fault, and here not even a
 * slow interactor is. With more time the interactor's own limit comes first.
 */
async function talkAsOftenAsNeeded(job: InteractionJob, folder: string): Promise<PairResult> {
  const pair = await talk(job, folder, job.solution.limits.wallMs);
  const { left: solution, right: interactor } = pair;
  const broke = solution.cause === 'internal' || interactor.cause === 'internal';
  if (broke) return talk(job, folder, job.solution.limits.wallMs);
  const waited = solution.cause === 'wall' && interactor.cpuUs >= solution.wallUs * INTERACTOR_BUSY_SHARE;
  if (!deservesPatience(solution) && !waited) return pair;
  return talk(job, folder, Math.max(job.solution.limits.wallMs * PATIENCE, interactorCpuMs(job) * 4));
}

/** An interactor works for its living too: it answers every question, and searches for the worst answer. */
function interactorCpuMs({ solution, interactorMay }: InteractionJob): number {
  return interactorMay?.cpuMs ?? 2 * solution.limits.cpuMs + 10_000;
}

/** How long an interactor may think after the solution has failed. */
const LAST_WORDS_MS = 2000;
/** How long a solution that failed is believed to live on; see `PairedRequest.lingerMs`. */
const LINGER_MS = 50;
const INTERACTOR_MEMORY_KB = 1024 * 1024;
/** More than anybody reads; enough to end one that talks for ever. */
const INTERACTOR_OUTPUT_KB = 1024 * 1024;

/** Its wall limit comes after the solution's, so that a solution nobody hears from is what ends first. */
function interactorLimits(job: InteractionJob, solutionWallMs: number): Omit<RunLimits, 'processes'> {
  return {
    cpuMs: interactorCpuMs(job),
    wallMs: solutionWallMs + LAST_WORDS_MS + interactorCpuMs(job),
    memoryKb: job.interactorMay?.memoryKb ?? INTERACTOR_MEMORY_KB,
    outputKb: INTERACTOR_OUTPUT_KB,
    scratchKb: SCRATCH_KB,
  };
}

function talk(job: InteractionJob, folder: string, wallMs: number): Promise<PairResult> {
  const { slot, interactor, rules, flags = [] } = job;
  const limits = { ...job.solution.limits, wallMs };
  const left = { slot: slot.program, request: { ...job.solution, limits, lingerMs: LINGER_MS } };
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

function failed(solution: PairedResult, rules: RunRules): boolean {
  return solution.cause === 'stopped' || verdictOfRun(solution, rules) !== null;
}
