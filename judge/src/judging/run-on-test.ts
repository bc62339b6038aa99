import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JudgeTest, JudgeVerdict } from '@balloon/contracts/judging/judge.ts';
import type { CheckerAnswer } from '#checkers/checker.ts';
import { scoreOf, TESTLIB } from '#checkers/protocols.ts';
import type { NextPass } from '#interactive/interaction.ts';
import { runInteraction } from '#interactive/run-interaction.ts';
import { pointsOfTest, verdictOfAnswer } from '#judging/points.ts';
import type { JuryPrograms, PreparedInteractor } from '#judging/prepare-jury-programs.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import { SCRATCH_KB } from '#run/limits.ts';
import {
  canRunInRow,
  type ProgramJob,
  type ProgramRun,
  requestOf,
  rulesOf,
  runProgram,
  runProgramInRow,
  spentBy,
  stderrIn,
} from '#run/run-program.ts';
import type { RunResult } from '#sandbox/sandbox.ts';
import type { Workshop } from '#workshop/workshop.ts';

export interface TestJob extends ProgramJob {
  test: JudgeTest;
  juryPrograms: JuryPrograms;
  workshop: Workshop;
}

export interface TestOutcome {
  verdict: JudgeVerdict;
  /** CPU time of all threads and processes in ms, in the slowest pass. */
  timeMs: number;
  memoryKb: number;
  /** Exit code, or null when a signal ended the program. */
  exitCode: number | null;
  signal: number | null;
  /** Points that the checker gave. */
  points: number | null;
  /** Text for supervisors; may be empty. */
  detail: string;
}

/** Host paths of a test's files; null for a file that was not made. */
export interface TestFiles {
  input: string;
  output: string | null;
  answer: string;
  stderr: string | null;
}

/** Part of a run's result that its outcome has. */
type Spent = Parameters<typeof spentBy>[0];

interface Pass {
  outcome: TestOutcome;
  output: string | null;
  nextPass: NextPass | undefined;
}

/**
 * Runs a program on one test, as many passes as the checker or interactor asks for, and has its output checked.
 *
 * @param look receives the files and the outcome at the end, before the files are deleted
 */
export async function runOnTest(
  job: TestJob,
  signal: AbortSignal,
  look: (files: TestFiles, outcome: TestOutcome) => void = () => undefined,
): Promise<TestOutcome> {
  const { test, workshop, rules } = job;
  using input = await workshop.blobs.hold(test.inputSha256, test.inputBytes, signal);
  using answer = await workshop.blobs.hold(test.answerSha256, test.answerBytes, signal);
  let last: TestOutcome | null = null;
  let given: Partial<NextPass> = {};
  for (let number = 1; number <= rules.passes; number += 1) {
    signal.throwIfAborted();
    const pass = await runPass(job, { input: input.path, ...given, answer: answer.path });
    last = joined(last, pass.outcome);
    if (last.verdict !== 'accepted' || !pass.nextPass) {
      const files = { input: input.path, output: pass.output, answer: answer.path, stderr: stderrOf(job) };
      look(files, last);
      return last;
    }
    given = pass.nextPass;
  }
  const detail = `the problem's own program asks for more than ${rules.passes} passes`;
  return { ...(last as TestOutcome), verdict: 'judgingError', detail };
}

/** Whether tests of a job can be run in a row, where nobody looks at those that are accepted. */
export const canTestInRow = (job: Pick<TestJob, 'rules' | 'stderrBytes' | 'juryPrograms'>): boolean =>
  canRunInRow(job) &&
  job.rules.passes === 1 &&
  !job.juryPrograms.interactor &&
  job.juryPrograms.acceptsAnswer;

export interface TestsInRow extends Omit<TestJob, 'test'> {
  tests: readonly [JudgeTest, ...JudgeTest[]];
  /** Receives the test that is running, some times a second where they take long. */
  onTest: (test: JudgeTest) => void;
}

/**
 * Runs a program on several tests with one message to the sandbox, which goes on while the outputs equal the answers.
 *
 * @param look receives the last test that was run, its files and its outcome, before the files are deleted
 * @returns outcomes of the first tests, at least of one
 */
export async function runOnTests(
  { tests, onTest, ...job }: TestsInRow,
  signal: AbortSignal,
  look: (test: JudgeTest, files: TestFiles, outcome: TestOutcome) => void,
): Promise<TestOutcome[]> {
  const { blobs } = job.workshop;
  using held = new DisposableStack();
  const steps: { stdin: string; expected: string }[] = [];
  for (const test of tests) {
    const input = held.use(await blobs.hold(test.inputSha256, test.inputBytes, signal));
    const answer = held.use(await blobs.hold(test.answerSha256, test.answerBytes, signal));
    steps.push({ stdin: input.path, expected: answer.path });
  }
  signal.throwIfAborted();
  const { passed, last } = await runProgramInRow(job, steps, (number) => onTest(tests[number] ?? tests[0]));
  const test = tests[passed.length] ?? tests[0];
  const { stdin: input, expected: answer } = steps[passed.length] ?? { stdin: '', expected: '' };
  const { outcome, output } = await checked({ ...job, test }, last, { input, answer });
  look(test, { input, output, answer, stderr: null }, outcome);
  const acceptedWith = ({ cpuUs, peakKb }: (typeof passed)[number], index: number): TestOutcome => {
    const run = { cause: 'exit', exitCode: 0, signal: null, cpuUs, peakKb } as const;
    return decided(tests[index] ?? test, run, null, { verdict: 'accepted', comment: '' }).outcome;
  };
  return [...passed.map(acceptedWith), outcome];
}

/** Returns the path of the standard error, or null where it is not kept or the sandbox itself failed. */
function stderrOf({ slot, stderrBytes }: TestJob): string | null {
  const path = stderrIn(slot);
  return stderrBytes > 0 && existsSync(path) ? path : null;
}

/** Joins two passes: time and memory are measured for each, and the largest count. */
function joined(before: TestOutcome | null, { timeMs, memoryKb, ...rest }: TestOutcome): TestOutcome {
  return {
    ...rest,
    timeMs: Math.max(before?.timeMs ?? 0, timeMs),
    memoryKb: Math.max(before?.memoryKb ?? 0, memoryKb),
  };
}

interface PassFiles {
  input: string;
  answer: string;
  /** Feedback that the checker or interactor left in the previous pass. */
  state?: string;
}

function runPass(job: TestJob, files: PassFiles): Promise<Pass> {
  const { interactor } = job.juryPrograms;
  return interactor ? converse(job, interactor, files) : runAlone(job, files);
}

async function runAlone(job: TestJob, files: PassFiles): Promise<Pass> {
  return checked(job, await runProgram(job, files.input), files);
}

async function checked(job: TestJob, { run, failure, output }: ProgramRun, files: PassFiles): Promise<Pass> {
  if (failure) return failed(run, failure, output);
  // A program that ended well has left an output.
  return decided(job.test, run, output, await check(job, files, output as string));
}

/** Runs the solution with the interactor; by testlib's protocol the checker decides at the end. */
async function converse(job: TestJob, prepared: PreparedInteractor, files: PassFiles): Promise<Pass> {
  const { slot, test } = job;
  const talk = await runInteraction({
    slot,
    solution: requestOf(job, SCRATCH_KB, 0),
    rules: rulesOf(job),
    interactor: prepared.interactor,
    flags: test.flags ?? prepared.flags,
    interactorMay: interactorMay(job.rules),
    ...files,
  });
  const { verdict, detail: comment } = talk;
  switch (verdict) {
    case 'accepted': {
      if (prepared.protocol === 'testlib') {
        const output = talk.output ?? emptyFile(slot);
        return decided(test, talk.solution, output, await check(job, files, output));
      }
      const points = scoreOf(talk.feedback);
      const { nextPass } = talk.feedback;
      return decided(test, talk.solution, null, {
        verdict,
        comment,
        ...(points === undefined ? {} : { points }),
        ...(nextPass === undefined ? {} : { nextPass }),
      });
    }
    case 'partial': {
      const given = TESTLIB.pointsIn?.(comment, talk.interactor.exitCode ?? 0);
      const answer = { verdict, comment, ...given };
      return decided(test, talk.solution, talk.output ?? null, answer);
    }
    default:
      return failed(talk.solution, { verdict, detail: comment }, talk.output ?? null);
  }
}

/** Limits of the interactor that the package states. */
const interactorMay = ({ packageLimits: { validationMs, validationMemoryKb } = {} }: TestJob['rules']) => ({
  ...(validationMs === undefined ? {} : { cpuMs: validationMs }),
  ...(validationMemoryKb === undefined ? {} : { memoryKb: validationMemoryKb }),
});

/** Makes an empty file, for an interactor that wrote nothing for the checker. */
function emptyFile({ folder }: JudgingSlot): string {
  const path = join(folder, 'output');
  writeFileSync(path, '');
  return path;
}

function check({ juryPrograms, test }: TestJob, files: PassFiles, output: string): Promise<CheckerAnswer> {
  // Flags of a test belong to the interactor where there is one.
  const flags = juryPrograms.interactor ? null : test.flags;
  return juryPrograms.checker({ ...files, output, flags });
}

function failed(
  run: RunResult,
  failure: { verdict: JudgeVerdict; detail: string },
  output: string | null,
): Pass {
  return { outcome: { ...spentBy(run), ...failure, points: null }, output, nextPass: undefined };
}

function decided(test: JudgeTest, run: Spent, output: string | null, answer: CheckerAnswer): Pass {
  const points = pointsOfTest(answer, test.points);
  const ruled = verdictOfAnswer({ ...answer, ...(points === null ? {} : { points }) }, test.points);
  const outcome = { ...spentBy(run), ...ruled, points };
  return { outcome, output, nextPass: answer.nextPass };
}
