import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  JudgeTrialResult,
  JudgeVerdict,
  TestReport,
  TrialTask,
} from '@balloon/contracts/judging/judge.ts';
import { cutDetail } from '#judging/cut-detail.ts';
import { compileSolution, type JudgingHooks, judgeTask } from '#judging/judge-solution.ts';
import { withOptions } from '#languages/installed.ts';
import { excerptOf } from '#run/excerpt.ts';
import { type JudgingSlot, stopOn } from '#run/judging-slot.ts';
import { type ProgramJob, runProgram, spentBy, stderrIn } from '#run/run-program.ts';
import type { Workshop } from '#workshop/workshop.ts';

/** Result of a trial run, without the fields of the lease. */
export type TrialOutcome = Omit<JudgeTrialResult, 'judgeId' | 'trialRunId' | 'fence'>;

/**
 * Tries code as it would be judged: on the samples, with the problem's checker and graders, or on the author's own
 * input, without a checker.
 *
 * @throws {Error} as `judgeTask`
 */
export function tryOut(
  task: TrialTask,
  workshop: Workshop,
  slot: JudgingSlot,
  hooks: JudgingHooks,
): Promise<TrialOutcome> {
  const { input } = task;
  return input === null
    ? trySamples(task, workshop, slot, hooks)
    : tryInput({ ...task, input }, workshop, slot, hooks);
}

/**
 * Verdicts after which a trial run stops: a program that runs out of time on one sample does so on the others, and
 * solutions wait meanwhile.
 */
const LAST_VERDICTS: readonly JudgeVerdict[] = ['timeLimit', 'idlenessLimit'];

async function trySamples(
  task: TrialTask,
  workshop: Workshop,
  slot: JudgingSlot,
  hooks: JudgingHooks,
): Promise<TrialOutcome> {
  // Points of a part of the tests have no meaning.
  const rules = { ...task.rules, scoring: false };
  using stopping = new DisposableStack();
  const report: JudgingHooks['report'] = (state, testNumber) => {
    if (state === 'testing') stopping.use(stopOn(hooks.signal, slot));
    hooks.report(state, testNumber);
  };
  const { verdict, compilationError, judgedBy, detail, tests } = await judgeTask(
    { ...task, rules, purpose: 'detail' },
    workshop,
    slot,
    { ...hooks, report, isEnough: (test) => LAST_VERDICTS.includes(test.verdict) },
  );
  hooks.signal.throwIfAborted();
  const broken = tests.find((test) => test.verdict === 'judgingError');
  if (broken || verdict === 'judgingError') return failed(judgedBy, broken?.comment ?? detail);
  const isConversation = rules.interactor !== null || rules.passes > 1;
  const shown = isConversation ? tests.map(withoutFiles) : tests;
  return { end: 'done', compilationError, judgedBy, detail: null, tests: shown };
}

/** Removes input and messages of the jury's program, which are not for participants even on a sample. */
function withoutFiles(test: TestReport): TestReport {
  return { ...test, comment: null, input: null, output: null, answer: null };
}

async function tryInput(
  task: TrialTask & { input: string },
  workshop: Workshop,
  slot: JudgingSlot,
  { report, signal }: JudgingHooks,
): Promise<TrialOutcome> {
  const installed = workshop.languages.get(task.language);
  const language = installed && withOptions(installed, task.options);
  const judgedBy = { compiler: language?.version ?? 'none', mode: workshop.mode };
  if (!language) return failed(judgedBy, `this judge does not have the language ${task.language}`);
  report('compiling', 0);
  const compiled = await compileSolution(task, language, { workshop, slot, signal });
  if (compiled.kind === 'failed') return failed(judgedBy, cutDetail(compiled.detail));
  if (compiled.kind === 'rejected')
    return { end: 'done', compilationError: compiled.text, judgedBy, detail: null, tests: [] };
  using program = compiled.program;
  signal.throwIfAborted();
  report('testing', 1);
  const { rules, stderrBytes, excerptBytes } = task;
  // Solutions may wait for the slot. A compilation goes on, since others may wait for its product.
  using _stopping = stopOn(signal, slot);
  const test = await runOnInput({ rules, program, slot, stderrBytes }, task.input, excerptBytes);
  signal.throwIfAborted();
  if (test.verdict === 'judgingError') return failed(judgedBy, test.comment);
  return { end: 'done', compilationError: null, judgedBy, detail: null, tests: [test] };
}

async function runOnInput(job: ProgramJob, text: string, excerptBytes: number): Promise<TestReport> {
  const { slot, stderrBytes } = job;
  const input = join(slot.folder, 'own-input');
  await writeFile(input, text);
  const { run, failure, output } = await runProgram(job, input);
  const stderr = stderrIn(slot);
  return {
    ...spentBy(run),
    number: 1,
    verdict: failure?.verdict ?? 'accepted',
    points: null,
    comment: cutDetail(failure?.detail ?? ''),
    input: null,
    output: output === null ? null : excerptOf(output, excerptBytes),
    answer: null,
    stderr: existsSync(stderr) ? excerptOf(stderr, stderrBytes) : null,
  };
}

function failed(judgedBy: TrialOutcome['judgedBy'], detail: string | null): TrialOutcome {
  return { end: 'failed', compilationError: null, judgedBy, detail, tests: [] };
}
