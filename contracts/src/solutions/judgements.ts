import { z } from 'zod';
import { Id, InstantMs } from '#common.ts';
import { CompilerOptions } from '#judging/compiler-options.ts';
import { SolutionParams, Verdict } from '#solutions/solutions.ts';
import { PublicUser } from '#users.ts';

/*
 * Every judging of a solution that ended, for supervisors. Comments of checkers are secrets of the jury, so nothing of this
 * is sent to sockets.
 */

/** By what a judging came to its result, as hashes. */
const Provenance = z.object({
  mode: z.string().nullable().describe('of the sandbox'),
  options: CompilerOptions.nullable().describe('of compiler and interpreter; null: the usual ones'),
  attempt: z.number().int().nullable(),
  compileCpuMs: z.number().nullable().describe('0 when the program was compiled before'),
  sourceSha256: z.string().nullable(),
  testsSha256: z.string().nullable(),
  checkerSha256: z.string().nullable(),
  limitsSha256: z.string().nullable(),
});

export const Judgement = z.object({
  id: z.number().int(),
  verdict: Verdict,
  score: z.number().nullable(),
  testNumber: z.number().int(),
  executionTime: z.number().describe('seconds'),
  memory: z.number().describe('KB'),
  compilationOutput: z.string().nullable().describe('words of the compiler, whether it compiled or not'),
  comment: z.string().nullable().describe('signal, exit code or the words of the checker'),
  compiler: z.string().nullable(),
  provenance: Provenance.nullable().describe('null for decisions by hand'),
  hasTests: z.boolean().describe('whether the results of its tests are kept'),
  judge: z.string().nullable(),
  startedAtMs: InstantMs,
  endedAtMs: InstantMs,
  isManual: z.boolean().describe('given by hand'),
  madeBy: PublicUser.nullable().describe('who gave it by hand'),
  reason: z.string().nullable(),
  rejudgingId: Id.nullable().describe('rejudging in which it was judged beside the verdict'),
});
export type Judgement = z.infer<typeof Judgement>;

export const JudgementList = z.object({
  judgements: z.array(Judgement).describe('newest first, at most two hundred'),
});
export type JudgementList = z.infer<typeof JudgementList>;

/** Two judgings of a solution; `before` chooses the one that the other is compared with. */
export const JudgementParams = SolutionParams.extend({ judgementId: Id });
export const JudgementTestsQuery = z.object({ before: Id.optional() });

const TestRun = z.object({ verdict: Verdict, executionTime: z.number(), memory: z.number() });

/** Results of the tests of a judging, beside those of another one where that is asked for. */
export const JudgementTests = z.object({
  tests: z
    .array(
      z.object({
        number: z.number().int(),
        before: TestRun.nullable().describe('null where the other judging did not come to this test'),
        after: TestRun.nullable(),
        isChanged: z.boolean().describe('another verdict, or run in one of the judgings only'),
      }),
    )
    .describe('in the order of the tests; a judging for a verdict ends with the first test that fails'),
  common: z
    .object({ tests: z.number().int(), beforeMs: z.number(), afterMs: z.number() })
    .nullable()
    .describe('processor time of the tests that both ran; null without another judging'),
});
export type JudgementTests = z.infer<typeof JudgementTests>;
