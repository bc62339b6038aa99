import { readFile } from 'node:fs/promises';
import type { JudgeResult, JudgeTask, JudgeTest } from '@balloon/contracts/judge.ts';
import type { CheckerSpec } from '@balloon/contracts/testset.ts';
import type { Checker } from '#checkers/checker.ts';
import { compareExactly } from '#checkers/compare-exactly.ts';
import { compareTokens, sameBytes } from '#checkers/compare-tokens.ts';
import { programChecker } from '#checkers/program-checker.ts';
import { sameNumber } from '#checkers/same-number.ts';
import { compile, type Program } from '#compile.ts';
import type { JudgingSlot, Workshop } from '#judging-slot.ts';
import { runOnTest, type TestOutcome } from '#run-on-test.ts';

/** What judging a task comes to: a result without the marks of the lease. */
export type Outcome = Omit<JudgeResult, 'judgeId' | 'solutionId' | 'fence'>;

export interface JudgingHooks {
  report(state: 'compiling' | 'testing', testNumber: number): void;
  /** Ends the work at the next test when nobody wants it any more. */
  signal: AbortSignal;
}

/**
 * Judges one solution: compiles it, runs the tests in their order, stops at the first that fails.
 *
 * @throws {Error} an `AbortError` when called off; anything else is trouble of this judge, after which
 *   another one may try
 */
export async function judgeTask(
  task: JudgeTask,
  workshop: Workshop,
  slot: JudgingSlot,
  hooks: JudgingHooks,
): Promise<Outcome> {
  const language = workshop.languages.get(task.language);
  const judgedBy = { compiler: language?.version ?? 'none', mode: workshop.mode };
  using held = new DisposableStack();
  const untilDone = held.adopt(new AbortController(), (controller) => controller.abort());

  if (!language) return ourFault(`this judge does not have the language ${task.language}`);
  if (task.tests.length === 0) return ourFault('the problem has no tests');
  hooks.report('compiling', 0);
  fetchAhead(task.tests, workshop, AbortSignal.any([hooks.signal, untilDone.signal]));

  const compiled = await compile(
    workshop,
    { container: slot.program, folder: slot.folder },
    language,
    task.source,
  );
  if (compiled.kind === 'failed') return ourFault(compiled.detail);
  if (compiled.kind === 'rejected')
    return outcome({ verdict: 'compilationError', compilationError: compiled.text });
  held.use(compiled.program);
  hooks.signal.throwIfAborted();

  const checker = await prepareChecker(task.rules.checker, workshop, slot, held, hooks.signal);
  if (typeof checker === 'string') return ourFault(checker);
  return await runTests(compiled.program, checker);

  function outcome(differing: Partial<Outcome> & Pick<Outcome, 'verdict'>): Outcome {
    return {
      testNumber: 0,
      timeMs: 0,
      memoryKb: 0,
      compilationError: null,
      detail: null,
      judgedBy,
      score: null,
      tests: [],
      ...differing,
    };
  }

  function ourFault(detail: string): Outcome {
    return outcome({ verdict: 'judgingError', detail: cutDetail(detail) });
  }

  async function runTests(program: Program, checker: Checker): Promise<Outcome> {
    let timeMs = 0;
    let memoryKb = 0;
    for (const test of task.tests) {
      hooks.signal.throwIfAborted();
      hooks.report('testing', test.number);
      const tested: TestOutcome = await runOnTest(
        { task, test, program, checker, workshop, slot },
        hooks.signal,
      );
      timeMs = Math.max(timeMs, tested.timeMs);
      memoryKb = Math.max(memoryKb, tested.memoryKb);
      if (tested.verdict !== 'accepted') {
        const { verdict, detail } = tested;
        return outcome({ verdict, testNumber: test.number, timeMs, memoryKb, detail: cutDetail(detail) });
      }
    }
    return outcome({ verdict: 'accepted', timeMs, memoryKb });
  }
}

/** The contract's bound on `detail`. */
const DETAIL_MAX = 4000;

function cutDetail(detail: string): string | null {
  if (detail === '') return null;
  return detail.length > DETAIL_MAX ? `${detail.slice(0, DETAIL_MAX - 1)}…` : detail;
}

/** The checker of a task, or why there is none. */
async function prepareChecker(
  spec: CheckerSpec,
  workshop: Workshop,
  slot: JudgingSlot,
  held: DisposableStack,
  signal: AbortSignal,
): Promise<Checker | string> {
  switch (spec.kind) {
    case 'tokens':
      return (files) => compareTokens(files, sameBytes);
    case 'exact':
      return (files) => compareExactly(files);
    case 'floats': {
      const same = sameNumber(spec.absolute, spec.relative);
      return (files) => compareTokens(files, same);
    }
    case 'kattis':
      return 'the default validator is not there yet';
    case 'program': {
      const language = workshop.languages.get(spec.program.language);
      if (!language) return `this judge does not have the checker's language ${spec.program.language}`;
      const source = await readBlob(workshop, spec.program.files[0]?.sha256 ?? '', signal);
      const compiled = await compile(
        workshop,
        { container: slot.checker, folder: slot.folder },
        language,
        source,
      );
      if (compiled.kind === 'failed') return `checker: ${compiled.detail}`;
      if (compiled.kind === 'rejected') return `the checker does not compile:\n${compiled.text}`;
      held.use(compiled.program);
      return programChecker(slot.checker, compiled.program, slot.folder);
    }
  }
}

async function readBlob({ blobs }: Workshop, sha256: string, signal: AbortSignal): Promise<string> {
  using blob = await blobs.hold(sha256, null, signal);
  return await readFile(blob.path, 'utf8');
}

/** Brings the tests here while the compiler works; one after another, so that the first is here first. */
function fetchAhead(tests: readonly JudgeTest[], { blobs }: Workshop, signal: AbortSignal): void {
  const fetchAll = async () => {
    for (const test of tests) {
      using _input = await blobs.hold(test.inputSha256, test.inputBytes, signal);
      using _answer = await blobs.hold(test.answerSha256, test.answerBytes, signal);
    }
  };
  // The test that needs the file meets the same error, and there it is told.
  fetchAll().catch(() => undefined);
}
