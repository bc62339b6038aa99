import { linkSync, readdirSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckedFiles, Checker, CheckerAnswer } from '#checkers/checker.ts';
import { type CheckerProtocol, TESTLIB } from '#checkers/exit-codes.ts';
import type { Program } from '#compile.ts';
import { readCleanText } from '#compiler-text.ts';
import { CHECKER_LIMITS } from '#limits.ts';
import { BASE_ENV } from '#run-environment.ts';
import type { RunResult, SandboxSlot } from '#sandbox/sandbox.ts';
import { signalName } from '#signals.ts';

const COMMENT_KB = 2;
/** The mark of an uncaught exception may come last. */
const STDERR_KB = 64;
/** Names that no toolchain gives to a program's file. */
const DATA = { input: 'input.txt', output: 'output.txt', answer: 'answer.txt' } as const;
const BOX = { input: `/box/${DATA.input}`, output: `/box/${DATA.output}`, answer: `/box/${DATA.answer}` };

/**
 * A checker that is a program of the problem's author, as untrusted as a submission: it runs in a container of
 * its own and sees itself and the three files, nothing else, all read-only.
 *
 * @param folder an existing host folder for the checker's files, on the file system of programs and blobs
 */
export async function programChecker(
  container: SandboxSlot,
  program: Program,
  folder: string,
  protocol: CheckerProtocol = TESTLIB,
): Promise<Checker> {
  const box = join(folder, 'box');
  rmSync(box, { recursive: true, force: true });
  await mkdir(box);
  for (const name of readdirSync(program.folder)) linkSync(join(program.folder, name), join(box, name));
  const stderr = join(folder, 'comment');
  const { runtimeMemoryKb, processes, runEnv, crashMark } = program.language.toolchain;
  const memoryKb = CHECKER_LIMITS.memoryKb + runtimeMemoryKb;
  const argv = [...program.argv(CHECKER_LIMITS.memoryKb), ...protocol.argv(BOX)];

  return async (files) => {
    showFiles(box, files);
    const run = await container.run({
      argv,
      env: { ...BASE_ENV, ...runEnv },
      ...(protocol.stdin === 'output' ? { stdin: files.output } : {}),
      stderr,
      stderrKb: STDERR_KB,
      box,
      limits: { ...CHECKER_LIMITS, memoryKb, processes },
    });
    const said = readCleanText([stderr], STDERR_KB);
    const crashed = crashMark?.test(said) ?? false;
    return answerOf(run, crashed ? NO_CODES : protocol.exitCodes, cutComment(said));
  };
}

/** Links, so that a large file costs as much as a small one. */
function showFiles(box: string, files: CheckedFiles): void {
  for (const name of ['input', 'output', 'answer'] as const) {
    const path = join(box, DATA[name]);
    rmSync(path, { force: true });
    linkSync(files[name], path);
  }
}

/** The exit code of a crash says nothing. */
const NO_CODES: CheckerProtocol['exitCodes'] = {};

function cutComment(said: string): string {
  const max = COMMENT_KB * 1024;
  return said.length > max ? `${said.slice(0, max)}…` : said;
}

function answerOf(run: RunResult, exitCodes: CheckerProtocol['exitCodes'], said: string): CheckerAnswer {
  const verdict = run.cause === 'exit' && run.exitCode !== null ? exitCodes[run.exitCode] : undefined;
  if (verdict === 'failed') return { verdict, comment: `the checker says that it failed: ${said}` };
  if (verdict !== undefined) return { verdict, comment: said };
  return { verdict: 'failed', comment: `the checker broke (${howItEnded(run)}): ${said}` };
}

function howItEnded(run: RunResult): string {
  if (run.cause === 'exit') return `exit code ${run.exitCode}`;
  if (run.cause === 'signal') return signalName(run.signal);
  return run.message === null ? run.cause : `${run.cause}, ${run.message}`;
}
