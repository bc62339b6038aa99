import { join } from 'node:path';
import type { JudgeTask, JudgeTest } from '@balloon/contracts/judge.ts';
import type { Checker } from '#checkers/checker.ts';
import type { Program } from '#compile.ts';
import type { JudgingSlot, Workshop } from '#judging-slot.ts';
import { PATIENCE, SCRATCH_KB, wallLimitMs } from '#limits.ts';
import { BASE_ENV } from '#run-environment.ts';
import type { RunRequest, RunResult, SandboxSlot } from '#sandbox/sandbox.ts';
import { deservesPatience, type RunVerdict, verdictOfRun } from '#verdict-of-run.ts';

export interface TestJob {
  task: JudgeTask;
  test: JudgeTest;
  program: Program;
  checker: Checker;
  workshop: Workshop;
  slot: JudgingSlot;
}

export interface TestOutcome {
  verdict: RunVerdict | 'accepted' | 'wrongAnswer' | 'presentationError';
  /** CPU of all threads and processes. */
  timeMs: number;
  memoryKb: number;
  /** For supervisors; may be empty. */
  detail: string;
}

/** Runs a program on one test and has its output checked. */
export async function runOnTest(job: TestJob, signal: AbortSignal): Promise<TestOutcome> {
  const { task, test, workshop, slot, program } = job;
  using input = await workshop.blobs.hold(test.inputSha256, test.inputBytes, signal);
  using answer = await workshop.blobs.hold(test.answerSha256, test.answerBytes, signal);
  const output = join(slot.folder, 'output');

  const run = await runAsOftenAsNeeded(slot.program, runRequest(job, input.path, output));
  const spent = { timeMs: Math.round(run.cpuUs / 1000), memoryKb: run.peakKb };
  const { endsItselfWhenFull } = program.language.toolchain;
  const failure = verdictOfRun(run, { ...task.rules, endsItselfWhenFull });
  if (failure) return { ...spent, ...failure };

  const checked = await job.checker({ input: input.path, output, answer: answer.path });
  const verdict = checked.verdict === 'failed' ? 'judgingError' : checked.verdict;
  return { ...spent, verdict, detail: checked.comment };
}

function runRequest({ task: { rules }, program }: TestJob, stdin: string, stdout: string): RunRequest {
  const { toolchain } = program.language;
  return {
    argv: program.argv(rules.memoryLimitKb),
    env: { ...BASE_ENV, ...toolchain.runEnv },
    stdin,
    stdout,
    box: program.folder,
    limits: {
      cpuMs: rules.timeLimitMs,
      wallMs: wallLimitMs(rules.timeLimitMs),
      memoryKb: rules.memoryLimitKb + toolchain.runtimeMemoryKb,
      outputKb: rules.outputLimitKb,
      processes: toolchain.processes,
      scratchKb: SCRATCH_KB,
    },
  };
}

/**
 * A failure of the sandbox itself says nothing about the program, nor does the clock when the machine is crowded:
 * measured under load, an endless loop had used a third of its CPU limit when the wall limit came.
 */
async function runAsOftenAsNeeded(container: SandboxSlot, request: RunRequest): Promise<RunResult> {
  const run = await container.run(request);
  if (run.cause === 'internal') return container.run(request);
  if (!deservesPatience(run)) return run;
  const limits = { ...request.limits, wallMs: request.limits.wallMs * PATIENCE };
  return container.run({ ...request, limits });
}
