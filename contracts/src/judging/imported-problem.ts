import { z } from 'zod';
import { foreignText } from '#judging/judge.ts';
import { FilePath, JudgingRules, Sha256, TestPicture, TestRules } from '#judging/testset.ts';

/** The longest description of a test that is kept, in characters. */
export const MAX_TEST_DESCRIPTION = 4_000;
/** Largest picture of a test that is kept. */
export const MAX_TEST_PICTURE_BYTES = 5 * 1024 * 1024;

/** A file that a statement shows or offers; its content is a blob. */
export const StatementFile = z.object({
  /** The statement's HTML names it `problem-file:<name>`. */
  name: FilePath,
  /** Name as the author gave it, where it differs. */
  title: z.string().min(1).max(200).optional(),
  sha256: Sha256,
  bytes: z.number().int().nonnegative(),
  mediaType: z.string().max(100),
});
export type StatementFile = z.infer<typeof StatementFile>;

export const ImportedStatement = z.object({
  /** Two letters, such as `ru`. */
  language: z.string().regex(/^[a-z]{2}$/),
  title: z.string().min(1).max(300),
  /** Not trusted: must be sanitised before it is stored or shown. */
  html: z.string().max(4_000_000),
  /** Files that the HTML refers to. */
  files: z.array(StatementFile).max(500),
  /** Shown under the statement in place of the tests marked as samples; null: those tests. */
  samples: z
    .array(z.object({ input: z.string(), output: z.string() }))
    .max(50)
    .nullable(),
});
export type ImportedStatement = z.infer<typeof ImportedStatement>;

/** A package that was read, built and checked: all that the web stores of it. Contents are blobs by their hash. */
export const ImportedProblem = z.object({
  format: z.enum(['polygon', 'icpc']),
  shortName: z.string().max(300),
  /** A second import of the same package with the same or a lower one is refused unless forced. */
  revision: z.number().int().nullable(),
  sourceUrl: z.string().max(1000).nullable(),
  /** Starts with the problem's own language; contains at least a title. */
  statements: z.array(ImportedStatement).min(1).max(100),
  /** For contestants: graders, templates, PDF statements. */
  attachments: z.array(StatementFile).max(200),
  rules: JudgingRules,
  tests: z
    .array(
      TestRules.extend({
        number: z.number().int().positive(),
        inputSha256: Sha256,
        answerSha256: Sha256,
        /** What the author says of the test, for supervisors; judges before 0.2 do not report it. */
        description: foreignText(MAX_TEST_DESCRIPTION).nullable().default(null),
        /** For supervisors, too; older judges do not bring it. */
        picture: TestPicture.nullable().default(null),
      }),
    )
    .min(1)
    .max(10_000),
});
export type ImportedProblem = z.infer<typeof ImportedProblem>;
