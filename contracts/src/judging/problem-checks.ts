import { z } from 'zod';
import { Id, InstantMs } from '#common.ts';
import { JudgeTest } from '#judging/judge.ts';
import { ImportProgress } from '#judging/package-import.ts';
import { SolutionReport } from '#judging/package-report.ts';
import { CheckerSpec, JudgingRules, Sha256 } from '#judging/testset.ts';

/**
 * Checks of a problem that is edited: a judge compiles a checker before it judges solutions, or runs the solutions of
 * the package against the tests that the problem has now.
 */

/** With a checker only that is compiled; without, the saved problem is verified. */
export const StartCheck = z.object({ checker: CheckerSpec.optional() });
export type StartCheck = z.input<typeof StartCheck>;

export const CheckResult = z.object({
  /** Whether checker and interactor compile. */
  compiles: z.boolean(),
  output: z.string().max(70_000).nullable().describe('what the compiler says of the one that does not'),
  solutions: z.array(SolutionReport).max(1000).describe('empty when only programs were compiled'),
});
export type CheckResult = z.infer<typeof CheckResult>;

export const CheckParams = z.object({ problemId: Id, checkId: Id });

export const ProblemCheck = z.object({
  id: Id,
  kind: z.enum(['checker', 'solutions']),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  versionNumber: z.number().int().describe('the newest version when it began'),
  progress: ImportProgress.nullable(),
  message: z.string().nullable().describe('why it failed through no fault of the problem'),
  result: CheckResult.nullable(),
  hasJudge: z.boolean().describe('whether a judge was seen lately; without one it waits'),
  createdAtMs: InstantMs,
  finishedAtMs: InstantMs.nullable(),
});
export type ProblemCheck = z.infer<typeof ProblemCheck>;

/* The judge's side. */

const Archive = z.object({
  fileName: z.string(),
  part: z.string().nullable(),
  sha256: Sha256,
  sizeBytes: z.number().int(),
});

const Held = z.object({ checkId: Id, fence: z.number().int() });
export const CheckTask = Held.extend({
  attempt: z.number().int(),
  rules: JudgingRules.describe('of which only checker and interactor count when there is no archive'),
  tests: z.array(JudgeTest),
  /** Package whose solutions are run; null: only programs are compiled. */
  archive: Archive.nullable(),
});
export type CheckTask = z.infer<typeof CheckTask>;

export const JudgeCheckResult = Held.extend({ judgeId: Id, result: CheckResult });
export type JudgeCheckResult = z.infer<typeof JudgeCheckResult>;
