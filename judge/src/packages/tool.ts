import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readCleanText } from '#compile/compiler-text.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import type { Program } from '#run/program.ts';
import { BASE_ENV } from '#run/run-environment.ts';
import { signalName } from '#run/signals.ts';
import type { RunLimits, RunRequest, RunResult } from '#sandbox/sandbox.ts';

/** Limits of generators and validators: those of real packages work for seconds; longer runs are faults. */
export const TOOL_LIMITS = {
  cpuMs: 60_000,
  wallMs: 120_000,
  memoryKb: 1024 * 1024,
  outputKb: 1024 * 1024,
  processes: 64,
  scratchKb: 1024 * 1024,
} as const satisfies RunLimits;

export interface ToolRun {
  run: RunResult;
  /** End of its standard error, for the author. */
  said: string;
}

const SAID_KB = 16;

/** Runs a program of the author in the slot's container for such programs. */
export async function runTool(
  slot: JudgingSlot,
  program: Program,
  args: readonly string[],
  files: Pick<RunRequest, 'stdin' | 'stdout' | 'filesIn' | 'filesOut'>,
  limits: RunLimits = TOOL_LIMITS,
): Promise<ToolRun> {
  await mkdir(slot.folder, { recursive: true });
  const stderr = join(slot.folder, 'tool-stderr');
  const { runEnv, runtimeMemoryKb, processes } = program.language.toolchain;
  const run = await slot.checker.run({
    argv: [...program.argv(limits.memoryKb), ...args],
    env: { ...BASE_ENV, ...runEnv },
    box: program.folder,
    stderr,
    stderrKb: SAID_KB,
    limits: { ...limits, memoryKb: limits.memoryKb + runtimeMemoryKb, processes },
    ...files,
  });
  return { run, said: readCleanText([stderr], SAID_KB) };
}

/** Describes to the author how a run ended; null when it exited with `goodCode`. */
export function complaintAbout({ run, said }: ToolRun, goodCode = 0): string | null {
  if (run.cause === 'exit' && run.exitCode === goodCode) return null;
  const words = said === '' ? '' : `: ${lastWords(said)}`;
  return `${endOf(run)}${words}`;
}

function endOf(run: RunResult): string {
  switch (run.cause) {
    case 'exit':
      return `exit code ${run.exitCode}`;
    case 'signal':
      return `ended by ${signalName(run.signal)}`;
    case 'cpu':
    case 'wall':
      return 'took too long';
    case 'memory':
      return 'took too much memory';
    case 'output':
      return 'wrote too much';
    default:
      return run.message ?? run.cause;
  }
}

const WORDS_MAX = 500;

function lastWords(said: string): string {
  return said.length > WORDS_MAX ? `…${said.slice(-WORDS_MAX)}` : said;
}
