import type { JudgeResult, JudgeTask, JudgeTest, TestReport } from '@balloon/contracts/judging/judge.ts';
import type { PackageLimits } from '@balloon/contracts/judging/testset.ts';
import { tooLargeForCache } from '#cache/cache-disk.ts';
import { type Compilation, compile, type StatedLimits } from '#compile/compile.ts';
import { cutDetail } from '#judging/cut-detail.ts';
import { holdFiles } from '#judging/hold-files.ts';
import { JuryProgramError, prepareJuryPrograms } from '#judging/prepare-jury-programs.ts';
import { runTests } from '#judging/run-tests.ts';
import { type InstalledLanguage, withOptions } from '#languages/installed.ts';
import type { BorrowSlot, JudgingSlot } from '#run/judging-slot.ts';
import { wallLimitMs } from '#run/limits.ts';
import type { Program } from '#run/program.ts';
import type { Workshop } from '#workshop/workshop.ts';

/** Result of judging a task, without the fields of the lease. */
export type Outcome = Omit<JudgeResult, 'judgeId' | 'solutionId' | 'fence'>;

/** Task to be judged, without the fields of its lease. */
export interface JudgingJob extends Omit<JudgeTask, 'solutionId' | 'fence' | 'attempt' | 'testsetSha256'> {
  /** Number of bytes of standard error in the report on a test. */
  stderrBytes?: number;
}

export interface JudgingHooks {
  report(state: 'compiling' | 'testing', testNumber: number): void;
  /** Ends the work at the next test when the result is not needed any more. */
  signal: AbortSignal;
  /** Asked after each test; true stops, as when a solution's label is met. */
  isEnough?(test: TestReport): boolean;
  /** Borrows a free slot for some of the tests; null while there is none. */
  borrowSlot?: BorrowSlot;
}

/**
 * Judges one solution: compiles it with the problem's graders, runs the tests in their order, and stops at the first
 * that fails, unless the task asks for all of them or they give points.
 *
 * @throws {Error} an `AbortError` when aborted; any other error is a fault of this judge, after which another one may
 *   try
 */
export async function judgeTask(
  task: JudgingJob,
  workshop: Workshop,
  slot: JudgingSlot,
  hooks: JudgingHooks,
): Promise<Outcome> {
  const installed = workshop.languages.get(task.language);
  const language = installed && withOptions(installed, task.options);
  const judgedBy = {
    ...{ compiler: language?.version ?? 'none', mode: workshop.mode, compileCpuMs: 0 },
    ...(task.options ? { options: task.options } : {}),
  };
  let compilerOutput: string | null = null;
  using held = new DisposableStack();
  const untilDone = held.adopt(new AbortController(), (controller) => controller.abort());

  if (!language) return ourFault(`this judge does not have the language ${task.language}`);
  if (task.tests.length === 0) return ourFault('the problem has no tests');
  const tooLarge = complaintAboutSize(task.tests, workshop);
  if (tooLarge !== null) return ourFault(tooLarge);
  hooks.report('compiling', 0);
  fetchAhead(task.tests, workshop, AbortSignal.any([hooks.signal, untilDone.signal]));

  const compiled = await compileSolution(task, language, { workshop, slot, signal: hooks.signal });
  if (compiled.kind === 'failed') return ourFault(compiled.detail);
  judgedBy.compileCpuMs = compiled.cpuMs;
  if (compiled.kind === 'rejected')
    return outcome({ verdict: 'compilationError', compilationError: compiled.text });
  held.use(compiled.program);
  compilerOutput = compiled.text || null;
  hooks.signal.throwIfAborted();
  try {
    return await runAll(compiled.program);
  } catch (error) {
    if (error instanceof JuryProgramError) return ourFault(error.message);
    throw error;
  }

  async function runAll(program: Program): Promise<Outcome> {
    const juryPrograms = await prepareJuryPrograms(task.rules, {
      workshop,
      slot,
      held,
      signal: hooks.signal,
    });
    return outcome(await runTests({ task, program, juryPrograms, workshop, slot }, hooks));
  }

  function outcome(differing: Partial<Outcome> & Pick<Outcome, 'verdict'>): Outcome {
    const nothing = { testNumber: 0, timeMs: 0, memoryKb: 0, compilationError: null, detail: null };
    return { ...nothing, compilerOutput, judgedBy, score: null, tests: [], ...differing };
  }

  function ourFault(detail: string): Outcome {
    return outcome({ verdict: 'judgingError', detail: cutDetail(detail) });
  }
}

/** Compiles a solution with the problem's graders, or returns the cached program. */
export async function compileSolution(
  task: Pick<JudgingJob, 'source' | 'entryPoint' | 'files' | 'language' | 'rules'>,
  language: InstalledLanguage,
  { workshop, slot, signal }: { workshop: Workshop; slot: JudgingSlot; signal: AbortSignal },
): Promise<Compilation> {
  const { source: text, entryPoint, files, language: key, rules } = task;
  const { sourceKb, ...stated } = rules.packageLimits ?? {};
  const tooLong = sourceKb === undefined ? null : complaintAboutLength(task, sourceKb);
  if (tooLong !== null) return { kind: 'rejected', text: tooLong, cpuMs: 0 };
  const graders = rules.graders.filter(({ languages }) => languages.includes(key));
  using held = new DisposableStack();
  const graderFiles = graders.flatMap((grader) => grader.files);
  const companions = await holdFiles(workshop, graderFiles, held, signal);
  const bench = { container: slot.program, folder: slot.folder };
  const asked = graders.find(({ module }) => module !== undefined)?.module;
  const submission = { text, entryPoint, files };
  return await compile(workshop, bench, language, submission, companions, asked, compilationLimits(stated));
}

/** Returns words about a source that is longer than the package allows; null for one that is not. */
function complaintAboutLength({ source, files = [] }: Pick<JudgingJob, 'source' | 'files'>, maxKb: number) {
  const texts = [source, ...files.map(({ content }) => content)];
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return bytes <= maxKb * 1024 ? null : `The source has ${bytes} bytes: this problem allows ${maxKb * 1024}.`;
}

function compilationLimits({ compilationMs, compilationMemoryKb }: PackageLimits): StatedLimits {
  return {
    ...(compilationMs === undefined ? {} : { cpuMs: compilationMs, wallMs: wallLimitMs(compilationMs) }),
    ...(compilationMemoryKb === undefined ? {} : { memoryKb: compilationMemoryKb }),
  };
}

/** Line about tests that this judge cannot keep at once, so that each solution would fetch them again; null otherwise. */
function complaintAboutSize(tests: readonly JudgeTest[], { blobs }: Workshop): string | null {
  const sizes = new Map<string, number>();
  for (const test of tests) {
    sizes.set(test.inputSha256, test.inputBytes).set(test.answerSha256, test.answerBytes);
  }
  const bytes = sizes.values().reduce((sum, size) => sum + size, 0);
  return bytes <= blobs.maxBytes ? null : tooLargeForCache('The testset', bytes, blobs.maxBytes);
}

/** Fetches what is missing of the tests while the compiler works; one after another, so that the first is complete first. */
function fetchAhead(tests: readonly JudgeTest[], { blobs }: Workshop, signal: AbortSignal): void {
  const fetchAll = async () => {
    for (const test of tests) {
      if (blobs.knows?.(test.inputSha256) && blobs.knows(test.answerSha256)) continue;
      using _input = await blobs.hold(test.inputSha256, test.inputBytes, signal);
      using _answer = await blobs.hold(test.answerSha256, test.answerBytes, signal);
    }
  };
  // The test that needs the file meets the same error and reports it.
  fetchAll().catch(() => undefined);
}
