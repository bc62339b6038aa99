import { z } from 'zod';
import { atMostBytes, Id, InstantMs, NO_ZERO_BYTES } from '#common.ts';
import { ContestParams } from '#contests.ts';
import { MAX_TRIAL_INPUT_BYTES } from '#judging/solution-limits.ts';
import { SymbolIndex } from '#problems/problems.ts';
import { HAS_PROGRAM, SentSolution } from '#solutions/solutions.ts';

/*
 * Trial runs: code on the problem's samples, or on input of one's own, in the same sandbox as judging. Nothing of them
 * is a solution. They are their author's alone and are forgotten after an hour.
 */

/** What is shown of each file, at most; less when there are many samples. */
export const TRIAL_OUTPUT_BYTES = 64 * 1024;
export const TRIAL_STDERR_BYTES = 16 * 1024;
/** Further samples are not run: a trial run must not keep solutions waiting for long. */
export const MAX_TRIAL_SAMPLES = 20;

export const StartTrialRun = SentSolution.extend({
  /** Input of the author's own; absent means the samples. */
  input: z
    .string()
    .refine(...NO_ZERO_BYTES)
    .refine(...atMostBytes(MAX_TRIAL_INPUT_BYTES))
    .optional(),
}).refine(...HAS_PROGRAM);
export type StartTrialRun = z.infer<typeof StartTrialRun>;

export const TrialRunParams = ContestParams.extend({ runId: Id });
export const TrialOfferQuery = z.object({ symbolIndex: SymbolIndex });

/** Where a run stands that has not ended. */
const TrialProgress = z.object({
  state: z.enum(['queued', 'compiling', 'testing']),
  /** The n-th sample; 0 before the first. */
  testNumber: z.number().int(),
  /** How many samples; null while it is queued. */
  testsNumber: z.number().int().nullable(),
});
export type TrialProgress = z.infer<typeof TrialProgress>;

/** The beginning of a file and the size of the whole, which is larger when it was cut. */
const Excerpt = z.object({ text: z.string(), bytes: z.number().int() });

/** Result of one sample, or of own input. */
export const TrialTest = z.object({
  number: z.number().int(),
  verdictId: Id.nullable().describe('null = own input, where the program ended well and nobody checks'),
  timeMs: z.number(),
  memoryKb: z.number(),
  /** Exit code and signal of the program; both null when the judge stopped it. */
  exitCode: z.number().int().nullable(),
  signal: z.number().int().nullable(),
  /** The checker's words, or how the run ended. */
  comment: z.string().nullable(),
  /** Null where they are not shown: of own input, and where the program talks with another one. */
  input: Excerpt.nullable(),
  answer: Excerpt.nullable(),
  output: Excerpt.nullable(),
  stderr: Excerpt.nullable(),
});
export type TrialTest = z.infer<typeof TrialTest>;

export const TrialResult = z.object({
  compilationError: z.string().nullable(),
  compiler: z.string(),
  /** Empty when it did not compile. Ends with the first sample that ran out of time. */
  tests: z.array(TrialTest),
});
export type TrialResult = z.infer<typeof TrialResult>;

export const TrialRun = z.object({
  id: Id,
  contestId: Id,
  symbolIndex: z.string().describe('empty when the problem has left the contest'),
  languageId: Id,
  on: z.enum(['samples', 'input']),
  createdAtMs: InstantMs,
  finishedAtMs: InstantMs.nullable(),
  /** `failed`: through no fault of the code. */
  state: z.enum(['waiting', 'done', 'failed', 'cancelled']),
  /** Set while the run waits or runs; names no place in the queue, which would show when work of others ends. */
  progress: TrialProgress.nullable(),
  /** Set once the run is done. */
  result: TrialResult.nullable(),
});
export type TrialRun = z.infer<typeof TrialRun>;

/** Kinds of trial run that a problem offers. */
export const TrialOffer = z.object({
  /** Why no trial run is possible; null when one is. */
  obstacle: z.enum(['FOREIGN_JUDGE', 'NO_TESTS', 'SWITCHED_OFF']).nullable(),
  samplesNumber: z.number().int(),
  /** The program talks with one of the jury, or runs several times: its files are not shown, and own input is given at once. */
  isConversation: z.boolean(),
  timeLimitMs: z.number().nullable(),
  memoryLimitKb: z.number().nullable(),
  /** The newest runs on this problem. */
  latest: z.object({ samples: TrialRun.nullable(), input: TrialRun.nullable() }),
  /** The run that has not ended, in whatever contest: until it ends, no other can start. */
  unfinished: TrialRun.pick({ id: true, contestId: true, symbolIndex: true }).nullable(),
});
export type TrialOffer = z.infer<typeof TrialOffer>;

/** Notifies the author's own windows of a step or the end; the page then reads the result. */
export const TrialRunChanged = TrialRun.pick({ id: true, contestId: true, state: true }).extend({
  progress: TrialProgress.nullable(),
});
export type TrialRunChanged = z.infer<typeof TrialRunChanged>;
