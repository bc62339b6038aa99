import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JudgeTest, JudgeVerdict } from '@balloon/contracts/judge.ts';
import type { JudgingRules } from '@balloon/contracts/testset.ts';
import type { CheckerAnswer } from '#checkers/checker.ts';
import { scoreOf, TESTLIB } from '#checkers/protocols.ts';
import type { Program } from '#compile.ts';
import type { NextPass } from '#interactive/interaction.ts';
import { runInteraction } from '#interactive/run-interaction.ts';
import type { JudgingSlot, Workshop } from '#judging-slot.ts';
import { SCRATCH_KB, wallLimitMs } from '#limits.ts';
import { verdictOfAnswer } from '#points.ts';
import type { Judges, PreparedInteractor } from '#prepare-judges.ts';
import { programStreams } from '#program-streams.ts';
import { BASE_ENV } from '#run-environment.ts';
import { runPatiently } from '#run-patiently.ts';
import type { RunRequest, RunResult } from '#sandbox/sandbox.ts';
import { type RunRules, verdictOfRun } from '#verdict-of-run.ts';

export interface TestJob {
  rules: JudgingRules;
  test: JudgeTest;
  program: Program;
  judges: Judges;
  workshop: Workshop;
  slot: JudgingSlot;
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

/** Host paths of a test's files; `output` is null where there is none to show. */
export interface TestFiles {
  input: string;
  output: string | null;
  answer: string;
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
      look({ input: input.path, output: pass.output, answer: answer.path });
      return last;
    }
    given = pass.nextPass;
  }
  const detail = `the problem's own program asks for more than ${rules.passes} passes`;
  return { ...(last as TestOutcome), verdict: 'judgingError', detail };
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
  const { rules, slot } = job;
  const streams = programStreams(rules, files.input, slot.folder);
  const request = requestOf(job, streams.scratchKb, streams.extraMemoryKb);
  const measured = await runPatiently(slot.program, { ...request, ...streams.request });
  const run = { ...measured, peakKb: streams.ownMemoryKb(measured) };
  const failure = verdictOfRun(run, rulesOf(job)) ?? streams.complaint(run) ?? overMemory(job, run);
  const { output } = streams;
  if (failure) {
    const isThere = rules.outputFile === null || run.fetched.includes(rules.outputFile);
    return failed(run, failure, isThere ? output : null);
  }
  return decided(job, run, output, await check(job, files, output));
}

/** Room that was granted for an output file is not for anything else. */
function overMemory({ rules, program }: TestJob, { peakKb }: RunResult) {
  if (rules.outputFile === null) return null;
  if (peakKb <= rules.memoryLimitKb + program.language.toolchain.runtimeMemoryKb) return null;
  return { verdict: 'memoryLimit', detail: `used ${peakKb} KB` } as const;
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

function spentBy({ cpuUs, peakKb, cause, exitCode, signal }: RunResult) {
  return {
    timeMs: Math.round(cpuUs / 1000),
    memoryKb: peakKb,
    exitCode: cause === 'exit' ? exitCode : null,
    signal: cause === 'signal' ? signal : null,
  };
}

function rulesOf({ rules, program }: TestJob): RunRules {
  const { endsItselfWhenFull } = program.language.toolchain;
  return { timeLimitMs: rules.timeLimitMs, memoryLimitKb: rules.memoryLimitKb, endsItselfWhenFull };
}

function requestOf(
  { rules, program }: TestJob,
  scratchKb: number,
  extraMemoryKb: number,
): Omit<RunRequest, 'stdin' | 'stdout'> {
  const { toolchain } = program.language;
  return {
    argv: program.argv(rules.memoryLimitKb),
    env: { ...BASE_ENV, ...toolchain.runEnv },
    box: program.folder,
    limits: {
      cpuMs: rules.timeLimitMs,
      wallMs: wallLimitMs(rules.timeLimitMs),
      memoryKb: rules.memoryLimitKb + toolchain.runtimeMemoryKb + extraMemoryKb,
      outputKb: rules.outputLimitKb,
      processes: toolchain.processes,
      scratchKb,
    },
  };
}
