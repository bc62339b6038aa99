import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JudgeVerdict } from '@balloon/contracts/judging/judge.ts';
import type { JudgingRules } from '@balloon/contracts/judging/testset.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import { ROW_MS, SCRATCH_KB, wallLimitMs } from '#run/limits.ts';
import type { Program } from '#run/program.ts';
import { programStreams } from '#run/program-streams.ts';
import { BASE_ENV } from '#run/run-environment.ts';
import { runPatiently, runRowPatiently } from '#run/run-patiently.ts';
import { type RunRules, verdictOfRun } from '#run/verdict-of-run.ts';
import type { RowResult, RowStep, RunRequest, RunResult } from '#sandbox/sandbox.ts';

export interface ProgramJob {
  rules: JudgingRules;
  program: Program;
  slot: JudgingSlot;
  /** Number of bytes of standard error to keep for the report; 0 discards it. */
  stderrBytes: number;
}

export interface ProgramRun {
  run: RunResult;
  /** Failure of the program; null when it ended well and left an output. */
  failure: { verdict: JudgeVerdict; detail: string } | null;
  /** Host path of the output; null when there is none. */
  output: string | null;
}

/** Runs a program on one input, under the limits of the problem. @param input host path */
export async function runProgram(job: ProgramJob, input: string): Promise<ProgramRun> {
  const { rules, slot } = job;
  const streams = programStreams(rules, job.program, input, slot.folder);
  const request = requestOf(job, streams.scratchKb, streams.extraMemoryKb);
  const measured = await runPatiently(slot.program, { ...request, ...streams.request });
  const run = { ...measured, peakKb: streams.ownMemoryKb(measured) };
  const failure = verdictOfRun(run, rulesOf(job)) ?? streams.complaint(run) ?? overMemory(job, run);
  const isThere = !failure || rules.outputFile === null || run.fetched.includes(rules.outputFile);
  return { run, failure, output: isThere ? streams.output : null };
}

export interface ProgramRow extends Pick<RowResult, 'passed'> {
  last: ProgramRun;
}

/** Whether a program can run on several inputs in a row: it reads and writes its standard streams, and no more of it is kept. */
export const canRunInRow = ({ rules, stderrBytes }: Pick<ProgramJob, 'rules' | 'stderrBytes'>): boolean =>
  rules.inputFile === null && rules.outputFile === null && stderrBytes === 0;

/** Runs a program on one input after another, as far as each run before ended with the expected output. */
export async function runProgramInRow(
  job: ProgramJob,
  steps: readonly RowStep[],
  onPassed: (number: number) => void,
): Promise<ProgramRow> {
  const stdout = join(job.slot.folder, 'output');
  const request = { ...requestOf(job, SCRATCH_KB, 0), stdout, beginWithinMs: ROW_MS, onPassed };
  const { passed, last: run } = await runRowPatiently(job.slot.program, request, steps);
  return { passed, last: { run, failure: verdictOfRun(run, rulesOf(job)), output: request.stdout } };
}

/** Memory verdict beside an output file, or null: memory granted for the file does not count otherwise. */
function overMemory({ rules, program }: ProgramJob, { peakKb }: RunResult) {
  if (rules.outputFile === null) return null;
  if (peakKb <= rules.memoryLimitKb + program.language.toolchain.runtimeMemoryKb) return null;
  return { verdict: 'memoryLimit', detail: `used ${peakKb} KB` } as const;
}

/** Time, memory and end of a run. */
export function spentBy({
  cpuUs,
  peakKb,
  cause,
  exitCode,
  signal,
}: Pick<RunResult, 'cpuUs' | 'peakKb' | 'cause' | 'exitCode' | 'signal'>) {
  return {
    timeMs: Math.round(cpuUs / 1000),
    memoryKb: peakKb,
    exitCode: cause === 'exit' ? exitCode : null,
    signal: cause === 'signal' ? signal : null,
  };
}

export function rulesOf({ rules, program }: ProgramJob): RunRules {
  const { endsItselfWhenFull } = program.language.toolchain;
  return { timeLimitMs: rules.timeLimitMs, memoryLimitKb: rules.memoryLimitKb, endsItselfWhenFull };
}

/** Path of the last run's standard error, when it was to be kept and the program was started. */
export const stderrIn = ({ folder }: JudgingSlot) => join(folder, 'stderr');

export function requestOf(
  { rules, program, slot, stderrBytes }: ProgramJob,
  scratchKb: number,
  extraMemoryKb: number,
): Omit<RunRequest, 'stdin' | 'stdout'> {
  const { toolchain } = program.language;
  const stderr = stderrIn(slot);
  if (stderrBytes > 0) rmSync(stderr, { force: true });
  return {
    argv: program.argv(rules.memoryLimitKb),
    env: { ...BASE_ENV, ...toolchain.runEnv },
    box: program.folder,
    // A KB more than is shown, to detect that there was more.
    ...(stderrBytes > 0 ? { stderr, stderrKb: Math.ceil(stderrBytes / 1024) + 1 } : {}),
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
