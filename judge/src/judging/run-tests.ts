import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { JudgeTest, TestReport } from '@balloon/contracts/judging/judge.ts';
import { packageScore } from '@balloon/domain/judging/package-score.ts';
import { packTestRuns, type TestRun } from '@balloon/domain/judging/test-runs.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { cutDetail } from '#judging/cut-detail.ts';
import { FirstOutput } from '#judging/first-output.ts';
import type { JudgingHooks, JudgingJob, Outcome } from '#judging/judge-solution.ts';
import { type JuryPrograms, prepareJuryPrograms } from '#judging/prepare-jury-programs.ts';
import {
  canTestInRow,
  runOnTest,
  runOnTests,
  type TestFiles,
  type TestOutcome,
} from '#judging/run-on-test.ts';
import { type BorrowedLane, shareTests } from '#judging/share-tests.ts';
import { beginningOf, excerptOf } from '#run/excerpt.ts';
import { type BorrowedSlot, type JudgingSlot, stopOn } from '#run/judging-slot.ts';
import { COMMENTS_MAX_BYTES, EXCERPTS_MAX_BYTES } from '#run/limits.ts';
import type { Program } from '#run/program.ts';
import { ROW_COMPARED_BYTES, ROW_MAX } from '#sandbox/sandbox.ts';
import type { Workshop } from '#workshop/workshop.ts';

export interface TestingJob {
  task: JudgingJob;
  program: Program;
  juryPrograms: JuryPrograms;
  workshop: Workshop;
  slot: JudgingSlot;
}

type Verdict = Pick<
  Outcome,
  | 'verdict'
  | 'testNumber'
  | 'timeMs'
  | 'memoryKb'
  | 'detail'
  | 'score'
  | 'tests'
  | 'testRuns'
  | 'failedOutput'
>;

const pack = promisify(gzip);

interface Tested {
  test: JudgeTest;
  outcome: TestOutcome;
}

/** Slot with the jury programs of the problem in it. */
type Lane = Pick<TestingJob, 'slot' | 'juryPrograms'>;

/**
 * Runs a compiled solution on its tests, on several at once where slots are free and an author waits. The first that
 * fails decides, however many run. Only where the tests give points does a fault of the judge on any test void the whole
 * result, since the score would be wrong.
 */
export async function runTests(
  { task, program, juryPrograms, workshop, slot }: TestingJob,
  { signal, report, isEnough, borrowSlot }: JudgingHooks,
): Promise<Verdict> {
  const { rules, tests, purpose, stderrBytes = 0, outputBytes = 0, keptOutputBytes = 0 } = task;
  const runsAll = purpose === 'detail' || rules.scoring;
  const shown = shownPerTest(task);
  const done: Tested[] = [];
  const reports: TestReport[] = [];
  const failed = new FirstOutput(keptOutputBytes);
  const canRow =
    purpose !== 'detail' && outputBytes === 0 && canTestInRow({ rules, stderrBytes, juryPrograms });
  let longestRow = ROW_MAX;
  await shareTests<Lane, Tested & { told: TestReport }>({
    count: tests.length,
    own: { slot, juryPrograms },
    borrow: () => (purpose === 'detail' ? null : borrowLane(borrowSlot?.() ?? null, task, workshop, signal)),
    mayFollow: (index, behind) => canRow && behind < longestRow && canFollow(tests[index], workshop),
    async run(row, lane, dropped) {
      // Only results of other slots can make a test needless while it runs.
      using _stopped = borrowSlot ? stopOn(dropped, lane.slot) : null;
      const unwanted = borrowSlot ? AbortSignal.any([signal, dropped]) : signal;
      const job = { rules, stderrBytes, program, workshop, ...lane };
      const inRow = row.map((index) => tests[index] as JudgeTest) as [JudgeTest, ...JudgeTest[]];
      if (inRow.length > 1) {
        const onTest = ({ number }: JudgeTest) => report('testing', number);
        const outcomes = await runOnTests(
          { ...job, tests: inRow, onTest },
          unwanted,
          (test, seen, { verdict }) => {
            if (verdict !== 'accepted') failed.note(test.number, seen.output);
          },
        );
        longestRow = Math.min(ROW_MAX, 2 * outcomes.length);
        return outcomes.map((outcome, index) => {
          const test = inRow[index] ?? inRow[0];
          return { test, outcome, told: reportOf(test, outcome, shown.commentLength, NOTHING_SHOWN) };
        });
      }
      const [test] = inRow;
      let files: ReturnType<typeof excerptsOf> = NOTHING_SHOWN;
      let output: Buffer | null = null;
      const outcome = await runOnTest({ ...job, test }, unwanted, (seen, { verdict }) => {
        if (purpose === 'detail') files = excerptsOf(seen, shown.excerptBytes, stderrBytes);
        if (outputBytes > 0 && seen.output !== null) output = beginningOf(seen.output, outputBytes);
        if (verdict !== 'accepted') failed.note(test.number, seen.output);
      });
      const told = reportOf(test, outcome, shown.commentLength, files);
      return [{ test, outcome, told: { ...told, ...(await packed(output)) } }];
    },
    decides: ({ outcome }) => outcome.verdict !== 'accepted' && !runsAll,
    take({ told, ...tested }) {
      done.push(tested);
      if (purpose === 'detail') reports.push(told);
      return isEnough?.(told) ?? false;
    },
    progress: (index) => report('testing', tests[index]?.number ?? 0),
    signal,
  });
  const failure = decidingFailure(done, rules.scoring);
  return {
    verdict: failure?.outcome.verdict ?? 'accepted',
    testNumber: failure?.test.number ?? 0,
    timeMs: Math.max(...done.map(({ outcome }) => outcome.timeMs)),
    memoryKb: Math.max(...done.map(({ outcome }) => outcome.memoryKb)),
    detail: cutDetail(failure?.outcome.detail ?? ''),
    score: rules.scoring ? scoreOf(task, done) : null,
    tests: reports,
    testRuns: Buffer.from(packTestRuns(done.map(runOf))).toString('base64'),
    ...(failure ? await failed.packed(failure.test.number) : {}),
  };
}

/** Whether a test can be run in a row behind others: its files need not be waited for, and its output can be compared there. */
function canFollow(test: JudgeTest | undefined, { blobs }: Workshop): boolean {
  if (!test || test.answerBytes > ROW_COMPARED_BYTES) return false;
  return blobs.knows?.(test.inputSha256) === true && blobs.knows(test.answerSha256);
}

const runOf = ({ test, outcome }: Tested): TestRun => ({
  ...{ number: test.number, verdictId: VERDICTS[outcome.verdict].id },
  ...{ timeMs: outcome.timeMs, memoryKb: outcome.memoryKb },
});

function borrowLane(
  borrowed: BorrowedSlot | null,
  { rules }: JudgingJob,
  workshop: Workshop,
  signal: AbortSignal,
): BorrowedLane<Lane> | null {
  if (!borrowed) return null;
  const { slot, wanted } = borrowed;
  const held = new DisposableStack();
  held.use(borrowed);
  return {
    wanted: AbortSignal.any([wanted, signal]),
    open: async () => ({
      slot,
      juryPrograms: await prepareJuryPrograms(rules, { workshop, slot, held, signal: wanted }),
    }),
    [Symbol.dispose]: () => held.dispose(),
  };
}

function decidingFailure(done: readonly Tested[], isScoring: boolean): Tested | undefined {
  const failures = done.filter(({ outcome }) => outcome.verdict !== 'accepted');
  const ours = isScoring && failures.find(({ outcome }) => outcome.verdict === 'judgingError');
  return ours || failures[0];
}

function scoreOf({ rules }: JudgingJob, done: readonly Tested[]): number | null {
  const scored = done.map(({ test, outcome }) => ({
    group: test.group,
    isAccepted: outcome.verdict === 'accepted',
    fullPoints: test.points,
    points: outcome.points,
  }));
  return packageScore(rules.groups, scored);
}

/**
 * Chooses how much text each test shows, so that the result stays below the server's limit on requests for any number
 * of tests.
 */
function shownPerTest({ tests, excerptBytes }: JudgingJob) {
  return {
    excerptBytes: Math.min(excerptBytes, Math.floor(EXCERPTS_MAX_BYTES / (3 * tests.length))),
    commentLength: Math.min(4000, Math.floor(COMMENTS_MAX_BYTES / tests.length)),
  };
}

const NOTHING_SHOWN: Pick<TestReport, 'input' | 'output' | 'answer' | 'stderr'> = {
  input: null,
  output: null,
  answer: null,
};

/** Part of a report with an output in full; empty where there is none to bring. */
async function packed(output: Buffer | null): Promise<Pick<TestReport, 'packedOutput'>> {
  return output === null ? {} : { packedOutput: (await pack(output)).toString('base64') };
}

function excerptsOf(
  { input, output, answer, stderr }: TestFiles,
  maxBytes: number,
  stderrBytes: number,
): typeof NOTHING_SHOWN {
  return {
    input: excerptOf(input, maxBytes),
    output: output === null ? null : excerptOf(output, maxBytes),
    answer: excerptOf(answer, maxBytes),
    ...(stderr === null ? {} : { stderr: excerptOf(stderr, stderrBytes) }),
  };
}

function reportOf(
  { number }: JudgeTest,
  { detail, ...outcome }: TestOutcome,
  commentLength: number,
  files: typeof NOTHING_SHOWN,
): TestReport {
  return { number, ...outcome, comment: cutDetail(detail, commentLength), ...files };
}
