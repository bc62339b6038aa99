import { z } from 'zod';
import { Id } from '#common.ts';
import { CompilerOptions, TriedOptions, WantedOptions } from '#judging/compiler-options.ts';
import { SolutionFileName, SolutionFiles } from '#judging/solution-files.ts';
import { JudgingRules, LanguageKey, Sha256, StoredFile, TestRules } from '#judging/testset.ts';

/**
 * What judges and the web tell each other over HTTP with `Authorization: Bearer <judge token>`: hello →
 * (claim → progress… → result)…, blobs by hash in between; the calls about leases are in leases.ts. The judge never
 * sees the database.
 */

/**
 * Words of compilers, checkers and programs. A zero byte, which a program may well print and PostgreSQL keeps
 * nowhere, becomes the replacement character: the verdict must not be lost over it.
 */
export const foreignText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .transform((text) => text.replaceAll('\u0000', '\ufffd'));

/** The largest number that an integer column holds. */
const MAX_STORED = 2_147_483_647;
export const StoredCount = z.number().int().nonnegative().max(MAX_STORED);

export const JudgeHello = z.object({
  name: z.string().min(1).max(100),
  slots: z.number().int().min(1).max(256),
  /** Sandbox mode, see `SandboxMode`. */
  mode: z.enum(['full', 'delegated', 'namespaces', 'plain']),
  warnings: z.array(foreignText(1000)).max(50),
  languages: z.array(z.object({ key: LanguageKey, version: foreignText(300) })),
  /** Version of Balloon that the judge runs; judges before 0.2 do not report it. */
  version: foreignText(100).optional(),
  /** Absent: a judge that knows the usual options only, which gets no work in languages with others. */
  triedOptions: z.array(TriedOptions).max(200).optional(),
  compares: z.boolean().optional().describe('whether it compares solutions; judges before 0.2 do not'),
});
export type JudgeHello = z.infer<typeof JudgeHello>;

export const JudgeWelcome = z.object({
  judgeId: Id,
  leaseMs: z.number().int(),
  /** Progress more often than this is dropped by the judge. */
  progressEveryMs: z.number().int(),
  /** Languages in which this judge gets no work now: other judges have another version. */
  drained: z.array(z.object({ key: LanguageKey, version: z.string(), preferred: z.string() })),
  /** To be tried, and told by the next hello. */
  options: z.array(WantedOptions).default([]),
});
export type JudgeWelcome = z.infer<typeof JudgeWelcome>;

/** The longest excerpt of a file in a report on a test. */
export const EXCERPT_MAX_BYTES = 65_536;
/** The largest part of an output that a report brings whole: what fits, packed, into one request. */
export const OUTPUT_MAX_BYTES = 8 * 1024 * 1024;
/** Longest such part in gzip, which is hardly longer than what it cannot pack, and in base64. */
const PACKED_MAX_LENGTH = Math.ceil(((OUTPUT_MAX_BYTES + 65_536) * 4) / 3);

/** The most that is kept of the output of a judged run. */
export const KEPT_OUTPUT_MAX_BYTES = 1024 * 1024;
const KEPT_PACKED_MAX_LENGTH = Math.ceil((KEPT_OUTPUT_MAX_BYTES + 65_536) / 3) * 4;

/** The longest packed results of all tests (`MAX_TEST_RUNS_BYTES` of domain/src/judging/test-runs.ts), in base64. */
const PACKED_RUNS_MAX_LENGTH = Math.ceil(160_000 / 3) * 4;

export const JudgeTest = TestRules.extend({
  number: z.number().int().positive(),
  inputSha256: Sha256,
  inputBytes: z.number().int().nonnegative(),
  answerSha256: Sha256,
  answerBytes: z.number().int().nonnegative(),
});
export type JudgeTest = z.infer<typeof JudgeTest>;

export const JudgeTask = z.object({
  solutionId: Id,
  /** Grows with every lease; a result that carries an older one is refused. */
  fence: z.number().int(),
  attempt: z.number().int(),
  language: LanguageKey,
  options: CompilerOptions.optional().describe('of compiler and interpreter; absent: the usual ones'),
  source: z.string(),
  entryPoint: SolutionFileName.optional().describe('name of `source`, where there are files beside it'),
  files: SolutionFiles.optional().describe('of the solution beside `source`, where the program starts'),
  /**
   * `verdict` stops at the first failed test, unless the tests give points; `detail` runs every test and reports
   * on each, and comes to the same verdict.
   */
  purpose: z.enum(['verdict', 'detail']),
  /** How much of input, output and answer a report on a test shows; less when there are very many tests. */
  excerptBytes: z.number().int().nonnegative().max(EXCERPT_MAX_BYTES),
  /** How much of the output a report on a test brings beside the excerpt; absent: nothing. */
  outputBytes: z.number().int().nonnegative().max(OUTPUT_MAX_BYTES).optional(),
  /** How much of the output on the first test that fails comes with the result; absent: nothing. */
  keptOutputBytes: z.number().int().nonnegative().max(KEPT_OUTPUT_MAX_BYTES).optional(),
  /**
   * Set where the result will be stored together with others, for which its answer takes a while: the place of the judge need
   * not stand still meanwhile.
   */
  isStoredLater: z.boolean().optional(),
  testsetSha256: Sha256.describe('names the whole testset: tests, checker and limits'),
  rules: JudgingRules,
  tests: z.array(JudgeTest),
});
export type JudgeTask = z.infer<typeof JudgeTask>;

/** A judging of a solution beside its verdict, for a rejudging; it stops as one for a verdict does. */
export const RejudgeTask = JudgeTask.omit({
  solutionId: true,
  purpose: true,
  excerptBytes: true,
  outputBytes: true,
  isStoredLater: true,
}).extend({
  rejudgingRunId: Id,
});
export type RejudgeTask = z.infer<typeof RejudgeTask>;

/** Files that the solutions of contests need which run or begin soon; most urgent first. */
export const NeededSoon = z.object({ files: z.array(StoredFile.omit({ path: true })) });
export type NeededSoon = z.infer<typeof NeededSoon>;

/** A trial run: code on the samples only, or on input of its author's. */
export const TrialTask = JudgeTask.omit({
  solutionId: true,
  purpose: true,
  outputBytes: true,
  keptOutputBytes: true,
  isStoredLater: true,
}).extend({
  trialRunId: Id,
  /** Null: on `tests`, which are the samples, numbered from 1. */
  input: z.string().nullable(),
  /** How much of the standard error is shown. */
  stderrBytes: z.number().int().nonnegative().max(EXCERPT_MAX_BYTES),
});
export type TrialTask = z.infer<typeof TrialTask>;

/** Verdicts that a judge may report. */
export const JudgeVerdict = z.enum([
  'accepted',
  'wrongAnswer',
  'compilationError',
  'runtimeError',
  'presentationError',
  'timeLimit',
  'memoryLimit',
  'idlenessLimit',
  'restrictedFunction',
  'outputLimit',
  'judgingError',
]);
export type JudgeVerdict = z.infer<typeof JudgeVerdict>;

/** The beginning of a file, cut between characters; zero bytes and what is no UTF-8 are replaced. */
export const Excerpt = z.object({
  // A byte that is no UTF-8 becomes one character, and a character is at least a byte.
  text: foreignText(EXCERPT_MAX_BYTES),
  /** Size of the whole file. */
  bytes: z.number().int().nonnegative(),
});
export type Excerpt = z.infer<typeof Excerpt>;

/** Result of one test, for supervisors and authors. */
export const TestReport = z.object({
  number: StoredCount.min(1),
  verdict: JudgeVerdict,
  /** CPU of the slowest pass, where there are several. */
  timeMs: z.number().nonnegative().max(MAX_STORED),
  memoryKb: z.number().nonnegative().max(MAX_STORED),
  /** How the program ended by itself, or which signal ended it; both null when the judge stopped it. */
  exitCode: z.int32().nullable(),
  signal: z.int32().nullable(),
  /** Points from the checker, in the units of the test's points; null where it gives none. */
  points: z.number().nullable(),
  /** How the run ended, or the checker's words. */
  comment: foreignText(4_000).nullable(),
  input: Excerpt.nullable(),
  /** Null when there is no output file, as in an interactive problem. */
  output: Excerpt.nullable(),
  answer: Excerpt.nullable(),
  /** Standard error of a trial run; null where it could not be kept. */
  stderr: Excerpt.nullable().optional(),
  /** The output up to `outputBytes` of the task, in gzip and base64; absent where nobody asked and where there is none. */
  packedOutput: z.string().max(PACKED_MAX_LENGTH).optional(),
});
export type TestReport = z.infer<typeof TestReport>;

export const JudgeResult = z.object({
  judgeId: Id,
  solutionId: Id,
  fence: z.number().int(),
  verdict: JudgeVerdict,
  /** The first failed test; 0 when accepted or not run. */
  testNumber: StoredCount,
  /** The slowest test. */
  timeMs: z.number().nonnegative().max(MAX_STORED),
  /** The hungriest test. */
  memoryKb: z.number().nonnegative().max(MAX_STORED),
  /** Compiler output, cut; for compilation errors. */
  compilationError: foreignText(70_000).nullable(),
  /** Compiler output of a program that compiled, such as warnings, cut; judges before 0.2 do not report it. */
  compilerOutput: foreignText(70_000).nullish(),
  /** For supervisors: signal, exit code, checker's comment, or what failed on our side. */
  detail: foreignText(4_000).nullable(),
  /**
   * What judged: compiler version, its options unless they are the usual ones, sandbox mode, and the CPU time of this
   * compilation (0 from the cache).
   */
  judgedBy: z.object({
    compiler: foreignText(300),
    mode: z.string().max(20),
    compileCpuMs: z.number().int().nonnegative().optional(),
    options: CompilerOptions.optional(),
  }),
  /** Points of the solution on a problem that gives points; null elsewhere, and where nothing ran. */
  score: z.number().nullable(),
  /** Every test, when the purpose was `detail`; else empty. */
  tests: z.array(TestReport).max(10_000),
  /** Verdict, time and memory of each test that counts, packed (domain/src/judging/test-runs.ts), in base64. */
  testRuns: z.base64().max(PACKED_RUNS_MAX_LENGTH).optional(),
  /** Beginning of the output on `testNumber`, in gzip and base64, where the task asks for it and there is one. */
  failedOutput: z
    .object({ bytes: z.number().int().nonnegative(), packed: z.base64().max(KEPT_PACKED_MAX_LENGTH) })
    .optional(),
});
export type JudgeResult = z.infer<typeof JudgeResult>;

export const JudgeRejudgeResult = JudgeResult.omit({ solutionId: true }).extend({ rejudgingRunId: Id });
export type JudgeRejudgeResult = z.infer<typeof JudgeRejudgeResult>;

export const JudgeTrialResult = JudgeResult.pick({
  judgeId: true,
  fence: true,
  compilationError: true,
  judgedBy: true,
}).extend({
  trialRunId: Id,
  /** `failed`: not the code's fault; `detail` then has the reason, for the operator. */
  end: z.enum(['done', 'failed']),
  detail: foreignText(4_000).nullable(),
  tests: z.array(TestReport).max(1_000),
});
export type JudgeTrialResult = z.infer<typeof JudgeTrialResult>;

export const BlobParams = z.object({ sha256: Sha256 });
