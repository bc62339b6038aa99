import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PackageLimits } from '@balloon/contracts/judging/testset.ts';
import type { CheckedFiles, Checker, CheckerAnswer } from '#checkers/checker.ts';
import { type CheckerProtocol, scoreOf } from '#checkers/protocols.ts';
import { readCleanText } from '#compile/compiler-text.ts';
import { feedbackRequest, readFeedback } from '#interactive/feedback.ts';
import { FEEDBACK } from '#interactive/interactor.ts';
import { CHECKER_LIMITS, CHECKER_WALL_SHARE, readingMs } from '#run/limits.ts';
import type { Program } from '#run/program.ts';
import { openProgramBox } from '#run/program-box.ts';
import { BASE_ENV } from '#run/run-environment.ts';
import { signalName } from '#run/signals.ts';
import type { RunLimits, RunRequest, RunResult, SandboxSlot } from '#sandbox/sandbox.ts';

const COMMENT_MAX = 2048;
/** Size of the kept standard error in KB, at whose end the mark of an uncaught exception may come. */
const STDERR_KB = 64;

export interface CheckerProgram {
  program: Program;
  protocol: CheckerProtocol;
  /** Arguments for tests that have none of their own. */
  flags: readonly string[];
  /** Whether the checker may ask for another pass. */
  isMultiPass: boolean;
  /** Limits of the package in place of ours. */
  stated?: Pick<PackageLimits, 'validationMs' | 'validationMemoryKb' | 'validationOutputKb'>;
}

/**
 * Checker that is a program of the problem's author, as untrusted as a submission: it runs in a container of its own
 * and sees itself and the three files, nothing else, all read-only.
 *
 * @param folder an existing host folder for the checker's files, on the file system of programs and blobs
 */
export function programChecker(
  container: SandboxSlot,
  { program, protocol, flags, isMultiPass, stated = {} }: CheckerProgram,
  folder: string,
): Checker {
  const box = openProgramBox(program, join(folder, 'box'), ['input', 'output', 'answer']);
  const stderr = join(folder, 'comment');
  const { runtimeMemoryKb, processes, runEnv, crashMark } = program.language.toolchain;
  const limits = limitsOf(stated);
  const memoryKb = limits.memoryKb + runtimeMemoryKb;
  const call = [
    ...program.argv(limits.memoryKb),
    ...protocol.argv({ ...box.paths, feedback: `/w/${FEEDBACK}/` }),
  ];
  // A package that states the time of its validator knows its tests.
  const timeFor = (files: CheckedFiles) =>
    stated.validationMs === undefined ? timeToRead(files, limits) : {};
  let passes = 0;

  return async (files) => {
    box.show(files);
    // The passes alternate between two folders, because each reads what the previous one left.
    passes += 1;
    const left = join(folder, passes % 2 === 0 ? 'even' : 'odd');
    const run = await container.run({
      argv: [...call, ...(files.flags ?? flags)],
      env: { ...BASE_ENV, ...runEnv },
      ...(protocol.stdin === 'output' ? { stdin: files.output } : {}),
      stderr,
      stderrKb: STDERR_KB,
      box: box.folder,
      ...(protocol.hasFeedback ? whatItLeaves(left, isMultiPass, files) : {}),
      limits: { ...limits, ...timeFor(files), memoryKb, processes },
    });
    const said = readCleanText([stderr], STDERR_KB);
    const crashed = crashMark?.test(said) ?? false;
    const answer = answerOf(run, protocol, crashed, said);
    return protocol.hasFeedback ? withFeedback(answer, readFeedback(left, run)) : answer;
  };
}

/** Limits of a checker: those of its package where they are stated, else ours. */
function limitsOf({
  validationMs: cpuMs = CHECKER_LIMITS.cpuMs,
  validationMemoryKb: memoryKb = CHECKER_LIMITS.memoryKb,
  validationOutputKb: outputKb = CHECKER_LIMITS.outputKb,
}: NonNullable<CheckerProgram['stated']>): RunLimits {
  return { ...CHECKER_LIMITS, cpuMs, wallMs: CHECKER_WALL_SHARE * cpuMs, memoryKb, outputKb };
}

/** Time of a checker with what it takes to read files of gigabytes. */
function timeToRead({ input, output, answer }: CheckedFiles, { cpuMs, wallMs }: RunLimits) {
  const bytes = [input, output, answer].reduce((sum, path) => sum + statSync(path).size, 0);
  const extraMs = readingMs(bytes);
  return { cpuMs: cpuMs + extraMs, wallMs: wallMs + CHECKER_WALL_SHARE * extraMs };
}

function whatItLeaves(
  folder: string,
  isMultiPass: boolean,
  { state }: CheckedFiles,
): Pick<RunRequest, 'directories' | 'filesIn' | 'filesOut'> {
  mkdirSync(folder, { recursive: true });
  const request = feedbackRequest(folder, state);
  if (isMultiPass) return request;
  const messages = (request.filesOut ?? []).filter(({ name }) => name.endsWith('.txt'));
  return { ...request, filesOut: messages };
}

function answerOf(
  run: RunResult,
  { exitCodes, pointsIn }: CheckerProtocol,
  crashed: boolean,
  said: string,
): CheckerAnswer {
  const comment = cut(said);
  // The exit code of a crash has no meaning.
  if (run.cause === 'exit' && run.exitCode !== null && !crashed) {
    const given = pointsIn?.(said, run.exitCode);
    if (given) return { verdict: 'partial', comment, ...given };
    const verdict = exitCodes[run.exitCode];
    if (verdict === 'failed') return { verdict, comment: `the checker says that it failed: ${comment}` };
    if (verdict !== undefined) return { verdict, comment };
  }
  return { verdict: 'failed', comment: `the checker broke (${howItEnded(run)}): ${comment}` };
}

function withFeedback(answer: CheckerAnswer, feedback: ReturnType<typeof readFeedback>): CheckerAnswer {
  const { judgeMessage = '', teamMessage = '', nextPass } = feedback;
  if (answer.verdict === 'failed') {
    return { ...answer, comment: cut([answer.comment, judgeMessage].filter(Boolean).join('\n')) };
  }
  const points = scoreOf(feedback);
  return {
    ...answer,
    comment: cut(judgeMessage || teamMessage || answer.comment),
    ...(points === undefined ? {} : { points }),
    ...(nextPass && answer.verdict === 'accepted' ? { nextPass } : {}),
  };
}

function cut(said: string): string {
  return said.length > COMMENT_MAX ? `${said.slice(0, COMMENT_MAX)}…` : said;
}

function howItEnded(run: RunResult): string {
  if (run.cause === 'exit') return `exit code ${run.exitCode}`;
  if (run.cause === 'signal') return signalName(run.signal);
  return run.message === null ? run.cause : `${run.cause}, ${run.message}`;
}
