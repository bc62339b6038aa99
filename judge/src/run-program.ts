import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JudgeVerdict } from '@balloon/contracts/judge.ts';
import type { JudgingRules } from '@balloon/contracts/testset.ts';
import type { Program } from '#compile.ts';
import type { JudgingSlot } from '#judging-slot.ts';
import { wallLimitMs } from '#limits.ts';
import { programStreams } from '#program-streams.ts';
import { BASE_ENV } from '#run-environment.ts';
import { runPatiently } from '#run-patiently.ts';
import type { RunRequest, RunResult } from '#sandbox/sandbox.ts';
import { type RunRules, verdictOfRun } from '#verdict-of-run.ts';

export interface ProgramJob {
  rules: JudgingRules;
  program: Program;
  slot: JudgingSlot;
  /** How much of the standard error is to be shown; 0: it is thrown away. */
  stderrBytes: number;
}

export interface ProgramRun {
  run: RunResult;
  /** Null when the program ended well: its output is then there to be looked at. */
  failure: { verdict: JudgeVerdict; detail: string } | null;
  /** Host path; null when there is none. */
  output: string | null;
}

/** Runs a program on one input, under the limits of the problem. @param input host path */
export async function runProgram(job: ProgramJob, input: string): Promise<ProgramRun> {
  const { rules, slot } = job;
  const streams = programStreams(rules, input, slot.folder);
  const request = requestOf(job, streams.scratchKb, streams.extraMemoryKb);
  const measured = await runPatiently(slot.program, { ...request, ...streams.request });
  const run = { ...measured, peakKb: streams.ownMemoryKb(measured) };
  const failure = verdictOfRun(run, rulesOf(job)) ?? streams.complaint(run) ?? overMemory(job, run);
  const isThere = !failure || rules.outputFile === null || run.fetched.includes(rules.outputFile);
  return { run, failure, output: isThere ? streams.output : null };
}

/** Room that was granted for an output file is not for anything else. */
function overMemory({ rules, program }: ProgramJob, { peakKb }: RunResult) {
  if (rules.outputFile === null) return null;
  if (peakKb <= rules.memoryLimitKb + program.language.toolchain.runtimeMemoryKb) return null;
  return { verdict: 'memoryLimit', detail: `used ${peakKb} KB` } as const;
}

/** What a run took and how it ended. */
export function spentBy({ cpuUs, peakKb, cause, exitCode, signal }: RunResult) {
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

/** Where the standard error of the last run is, when it was to be shown and the run came about. */
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
    // One KB more than is shown, to tell that there was more.
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
