import { z } from 'zod';
import { boundedCount, Id, InstantMs } from '#common.ts';
import { GroupGrading, Sha256, TestPicture } from '#judging/testset.ts';
import { Verdict } from '#solutions/solutions.ts';

/*
 * The whole files of a test beside what a solution wrote on it. They are secrets of the jury and may be large, so they
 * are read in parts, or downloaded.
 */

export const SolutionTestParams = z.object({
  solutionId: Id,
  testNumber: z.coerce.number().int().min(1).max(1_000_000),
});

/** Files of a test; `judged` is the output of the judging itself, `output` that of a run on request. */
export const TestFileName = z.enum(['input', 'output', 'judged', 'answer']);
export type TestFileName = z.infer<typeof TestFileName>;
export const TestFileParams = SolutionTestParams.extend({ file: TestFileName });

/** How a solution ran on the test: when a supervisor asked for its output, or when it was judged. */
export const TestOutput = z.object({
  verdict: Verdict,
  /** seconds */
  executionTime: z.number(),
  /** KB */
  memory: z.number(),
  comment: z.string().nullable().describe('how the run ended, the words of the checker or of the compiler'),
  bytes: z.number().int().nullable().describe('size of the whole; null when there is no output'),
  keptBytes: z.number().int().nullable().describe('size of the beginning that can be read here'),
  madeAtMs: InstantMs,
  isStale: z.boolean().describe('made with another testset than the problem has now'),
});
export type TestOutput = z.infer<typeof TestOutput>;

export const SolutionTest = z.object({
  number: z.number().int(),
  testsNumber: z.number().int(),
  description: z.string().nullable().describe('what the author of the problem says of the test'),
  picture: TestPicture.nullable().describe('picture by which the author explains the test'),
  rules: z
    .object({
      isSample: z.boolean(),
      points: z.number().nullable().describe('full marks of the test, where it has points of its own'),
      flags: z.array(z.string()).nullable().describe('arguments of checker or interactor for this test'),
      group: z
        .object({
          name: z.string(),
          points: z.number().nullable(),
          dependsOn: z.array(z.string()),
          grading: GroupGrading.nullable(),
        })
        .nullable()
        .describe('group of the test with its settings'),
    })
    .describe('what the package says of the test'),
  inputBytes: z.number().int(),
  answerBytes: z.number().int(),
  state: z.enum(['none', 'queued', 'running', 'done']).describe('of the run that makes the output'),
  output: TestOutput.nullable(),
  judged: TestOutput.nullable().describe(
    'of the newest judging that failed on this test, as far as it is kept',
  ),
});
export type SolutionTest = z.infer<typeof SolutionTest>;

export const TestPictureParams = SolutionTestParams.extend({ sha256: Sha256 });

/** Output to compare with the answer. */
export const DifferenceQuery = z.object({ of: z.enum(['output', 'judged']).default('output') });

export const TestFileQuery = z.object({ offset: boundedCount(0, Number.MAX_SAFE_INTEGER) });

/** A part of a file as text; characters that it would cut are left to the next part. */
export const TestFilePart = z.object({
  text: z.string(),
  bytes: z.number().int().describe('size of the whole file'),
  nextOffset: z.number().int().nullable().describe('where the next part begins; null at the end'),
});
export type TestFilePart = z.infer<typeof TestFilePart>;

const DifferenceLine = z.object({
  text: z.string(),
  differsAt: z.number().int().nullable().describe('place in the text of the first difference of this line'),
});

export const OutputDifference = z.object({
  firstLine: z.number().int().nullable().describe('the first line that differs, from 1; null: none does'),
  isCut: z.boolean().describe('only the beginnings were compared, because the files are large'),
  rows: z
    .array(
      z.object({
        number: z.number().int(),
        output: DifferenceLine.nullable().describe('null: the file ends before'),
        answer: DifferenceLine.nullable(),
        differs: z.boolean(),
      }),
    )
    .describe('lines around the first difference'),
});
export type OutputDifference = z.infer<typeof OutputDifference>;
