import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JudgeTest, JudgeVerdict } from '@balloon/contracts/judge.ts';
import type { CheckerAnswer } from '#checkers/checker.ts';
import { scoreOf, TESTLIB } from '#checkers/protocols.ts';
import type { NextPass } from '#interactive/interaction.ts';
import { runInteraction } from '#interactive/run-interaction.ts';
import type { JudgingSlot, Workshop } from '#judging-slot.ts';
import { SCRATCH_KB } from '#limits.ts';
import { verdictOfAnswer } from '#points.ts';
import type { Judges, PreparedInteractor } from '#prepare-judges.ts';
import { type ProgramJob, requestOf, rulesOf, runProgram, spentBy, stderrIn } from '#run-program.ts';
import type { RunResult } from '#sandbox/sandbox.ts';

export interface TestJob extends ProgramJob {
  test: JudgeTest;
  judges: Judges;
  workshop: Workshop;
}

export interface TestOutcome {
  verdict: JudgeVerdict;
  /** CPU of all threads and processes, in the slowest pass. */
  timeMs: number;
  memoryKb: number;
  /** How the program ended by itself, or by which signal. */
  exitCode: number | null;
  signal: number | null;
  /** What the checker gave. */
  points: number | null;
  /** For supervisors; may be empty. */
  detail: string;
}

/** Host paths of a test's files; null where there is none to show. */
export interface TestFiles {
  input: string;
  output: string | null;
  answer: string;
  stderr: string | null;
}

interface Pass {
  outcome: TestOutcome;
  output: string | null;
  nextPass: NextPass | undefined;
}

/**
 * Runs a program on one test, as many passes as the checker or interactor asks for, and has its output judged.
 *
 * @param look is shown the files at the end, before they go
 */
export async function runOnTest(
  job: TestJob,
  signal: AbortSignal,
  look: (files: TestFiles) => void = () => undefined,
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
      look({ input: input.path, output: pass.output, answer: answer.path, stderr: stderrOf(job) });
      return last;
    }
    given = pass.nextPass;
  }
  const detail = `the problem's own program asks for more than ${rules.passes} passes`;
  return { ...(last as TestOutcome), verdict: 'judgingError', detail };
}

/** None where the sandbox itself failed. */
function stderrOf({ slot, stderrBytes }: TestJob): string | null {
  const path = stderrIn(slot);
  return stderrBytes > 0 && existsSync(path) ? path : null;
}

/** Each pass has its own time and memory. */
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
  /** What the checker or interactor left in the pass before. */
  state?: string;
}

function runPass(job: TestJob, files: PassFiles): Promise<Pass> {
  const { interactor } = job.judges;
  return interactor ? converse(job, interactor, files) : runAlone(job, files);
}

async function runAlone(job: TestJob, files: PassFiles): Promise<Pass> {
  const { run, failure, output } = await runProgram(job, files.input);
  if (failure) return failed(run, failure, output);
  // A program that ended well has left an output.
  return decided(job, run, output, await check(job, files, output as string));
}

/** The solution and the interactor talk; by testlib's protocol the checker has the last word. */
async function converse(job: TestJob, prepared: PreparedInteractor, files: PassFiles): Promise<Pass> {
  const { slot, test } = job;
  const talk = await runInteraction({
    slot,
    solution: requestOf(job, SCRATCH_KB, 0),
    rules: rulesOf(job),
    interactor: prepared.interactor,
    flags: test.flags ?? prepared.flags,
    ...files,
  });
  const { verdict, detail: comment } = talk;
  switch (verdict) {
    case 'accepted': {
      if (prepared.protocol === 'testlib') {
        const output = talk.output ?? emptyFile(slot);
        return decided(job, talk.solution, output, await check(job, files, output));
      }
      const points = scoreOf(talk.feedback);
      const { nextPass } = talk.feedback;
      return decided(job, talk.solution, null, {
        verdict,
        comment,
        ...(points === undefined ? {} : { points }),
        ...(nextPass === undefined ? {} : { nextPass }),
      });
    }
    case 'partial': {
      const points = TESTLIB.pointsIn?.(comment, talk.interactor.exitCode ?? 0);
      const answer = { verdict, comment, ...(points === undefined ? {} : { points }) };
      return decided(job, talk.solution, talk.output ?? null, answer);
    }
    default:
      return failed(talk.solution, { verdict, detail: comment }, talk.output ?? null);
  }
}

/** An interactor that had nothing to say to the checker. */
function emptyFile({ folder }: JudgingSlot): string {
  const path = join(folder, 'output');
  writeFileSync(path, '');
  return path;
}

function check({ judges, test }: TestJob, files: PassFiles, output: string): Promise<CheckerAnswer> {
  // Flags of a test are those of the interactor where there is one.
  const flags = judges.interactor ? null : test.flags;
  return judges.checker({ ...files, output, flags });
}

function failed(
  run: RunResult,
  failure: { verdict: JudgeVerdict; detail: string },
  output: string | null,
): Pass {
  return { outcome: { ...spentBy(run), ...failure, points: null }, output, nextPass: undefined };
}

function decided({ test }: TestJob, run: RunResult, output: string | null, answer: CheckerAnswer): Pass {
  const ruled = verdictOfAnswer(answer, test.points);
  const outcome = { ...spentBy(run), ...ruled, points: answer.points ?? null };
  return { outcome, output, nextPass: answer.nextPass };
}
