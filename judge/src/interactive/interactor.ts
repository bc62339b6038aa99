import { join } from 'node:path';
import { readCleanText } from '#compile/compiler-text.ts';
import type { InteractorDecision, InteractorProtocol } from '#interactive/interaction.ts';
import type { Program } from '#run/program.ts';
import { openProgramBox, type ProgramBox } from '#run/program-box.ts';
import { BASE_ENV } from '#run/run-environment.ts';
import type { PairedRequest, RunLimits, RunResult } from '#sandbox/sandbox.ts';

/** File in /w to which the interactor writes. */
export const OUTPUT = 'output.txt';
export const FEEDBACK = 'feedback';
const PATHS = {
  output: `/w/${OUTPUT}`,
  feedback: `/w/${FEEDBACK}/`,
};
const STDERR_KB = 64;

/** Interactor that is ready to run: a program of the problem's author, as untrusted as a submission. */
export interface Interactor {
  program: Program;
  protocol: InteractorProtocol;
  box: ProgramBox<'input' | 'answer'>;
  /** Host folder for its files: its messages and results. */
  folder: string;
}

/**
 * Prepares the interactor's container: it sees itself, the test's input and answer, and nothing of the solution.
 *
 * @param folder an existing host folder of its own, on the file system of programs and blobs
 */
export function openInteractor(program: Program, protocol: InteractorProtocol, folder: string): Interactor {
  const box = openProgramBox(program, join(folder, 'box'), ['input', 'answer']);
  return { program, protocol, box, folder };
}

/** Returns the interactor's side of a pair, without the files fetched afterwards. */
export function interactorRequest(
  { program, protocol, box, folder }: Interactor,
  flags: readonly string[],
  limits: Omit<RunLimits, 'processes'>,
): PairedRequest {
  const { runEnv, processes, runtimeMemoryKb } = program.language.toolchain;
  return {
    argv: [...program.argv(limits.memoryKb), ...protocol.argv({ ...PATHS, ...box.paths }), ...flags],
    env: { ...BASE_ENV, ...runEnv },
    stderr: join(folder, 'said'),
    stderrKb: STDERR_KB,
    box: box.folder,
    limits: { ...limits, memoryKb: limits.memoryKb + runtimeMemoryKb, processes },
  };
}

/** Reads what the interactor wrote to its standard error in its last run. */
export function wordsOf({ folder }: Interactor): string {
  return readCleanText([join(folder, 'said')], STDERR_KB);
}

/**
 * Maps the end of an interactor's run to its decision.
 *
 * @param said see `wordsOf`: the exit code of a crash has no meaning
 */
export function decisionOf(
  { program, protocol }: Interactor,
  { cause, exitCode }: RunResult,
  said: string,
): InteractorDecision {
  if (cause !== 'exit' || exitCode === null) return 'failed';
  if (program.language.toolchain.crashMark?.test(said)) return 'failed';
  return protocol.exitCodes[exitCode] ?? 'failed';
}
