import { linkSync, readdirSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Program } from '#compile.ts';
import { readCleanText } from '#compiler-text.ts';
import type { InteractorDecision, InteractorProtocol } from '#interactive/interaction.ts';
import { BASE_ENV } from '#run-environment.ts';
import type { PairedRequest, RunLimits, RunResult } from '#sandbox/sandbox.ts';

/** Names that no toolchain gives to a program's file. */
const DATA = { input: 'input.txt', answer: 'answer.txt' } as const;
/** Where the interactor writes, in its /w. */
export const OUTPUT = 'output.txt';
export const FEEDBACK = 'feedback';
const PATHS = {
  input: `/box/${DATA.input}`,
  answer: `/box/${DATA.answer}`,
  output: `/w/${OUTPUT}`,
  feedback: `/w/${FEEDBACK}/`,
};
const STDERR_KB = 64;

/** An interactor that is ready to talk: a program of the problem's author, as untrusted as a submission. */
export interface Interactor {
  program: Program;
  protocol: InteractorProtocol;
  /** Host folder for its files: `box`, what it said, what it left. */
  folder: string;
}

/**
 * Makes the interactor's box: it sees itself, the test's input and answer, and nothing of the solution.
 *
 * @param folder an existing host folder of its own, on the file system of programs and blobs
 */
export async function openInteractor(
  program: Program,
  protocol: InteractorProtocol,
  folder: string,
): Promise<Interactor> {
  const box = join(folder, 'box');
  rmSync(box, { recursive: true, force: true });
  await mkdir(box);
  for (const name of readdirSync(program.folder)) linkSync(join(program.folder, name), join(box, name));
  return { program, protocol, folder };
}

/** Links, so that a large file costs as much as a small one. */
export function showTest({ folder }: Interactor, files: { input: string; answer: string }): void {
  for (const name of ['input', 'answer'] as const) {
    const path = join(folder, 'box', DATA[name]);
    rmSync(path, { force: true });
    linkSync(files[name], path);
  }
}

/** The interactor's side of a pair, but for what is fetched afterwards. */
export function interactorRequest(
  { program, protocol, folder }: Interactor,
  flags: readonly string[],
  limits: Omit<RunLimits, 'processes'>,
): PairedRequest {
  const { runEnv, processes, runtimeMemoryKb } = program.language.toolchain;
  return {
    argv: [...program.argv(limits.memoryKb), ...protocol.argv(PATHS), ...flags],
    env: { ...BASE_ENV, ...runEnv },
    stderr: join(folder, 'said'),
    stderrKb: STDERR_KB,
    box: join(folder, 'box'),
    limits: { ...limits, memoryKb: limits.memoryKb + runtimeMemoryKb, processes },
  };
}

/** What the interactor wrote to its standard error in its last run. */
export function wordsOf({ folder }: Interactor): string {
  return readCleanText([join(folder, 'said')], STDERR_KB);
}

/** @param said see `wordsOf`: the exit code of a crash says nothing */
export function decisionOf(
  { program, protocol }: Interactor,
  { cause, exitCode }: RunResult,
  said: string,
): InteractorDecision {
  if (cause !== 'exit' || exitCode === null) return 'failed';
  if (program.language.toolchain.crashMark?.test(said)) return 'failed';
  return protocol.exitCodes[exitCode] ?? 'failed';
}
