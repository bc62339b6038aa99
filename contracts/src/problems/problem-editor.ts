import { z } from 'zod';
import { Id, InstantMs, Locale } from '#common.ts';
import { PackageReport } from '#judging/package-report.ts';
import { ProblemCheck } from '#judging/problem-checks.ts';
import {
  CheckerSpec,
  JudgingRules,
  Sha256,
  StreamFile,
  TestGroup,
  TestPicture,
  TestRules,
} from '#judging/testset.ts';
import { Editorials, Tags } from '#problems/editorials.ts';
import { OutsideOrigin } from '#problems/problem-admin.ts';
import { MAX_VERSION_COMMENT } from '#problems/problem-editor-limits.ts';
import { Attachments, SystemType } from '#problems/problems.ts';
import { PublicUser } from '#users.ts';

/** The problem editor: a problem with all that a version of it holds, and the save that makes the next version. */

const Samples = z.array(z.object({ input: z.string(), output: z.string() })).max(50);

export const EditedStatement = z.object({
  locale: Locale.nullable().describe('null: the problem has one statement, without a language'),
  title: z.string().trim().min(1).max(300),
  htmlStatement: z.string().max(4_000_000),
  attachments: Attachments,
  samples: Samples.nullable().describe('shown under the statement; null: the tests marked as samples'),
});
export type EditedStatement = z.infer<typeof EditedStatement>;

const MAX_TESTS = 10_000;
const SizedTest = TestRules.extend({
  inputSha256: Sha256,
  inputBytes: z.number().int(),
  answerSha256: Sha256,
  answerBytes: z.number().int(),
});
export type SizedTest = z.infer<typeof SizedTest>;

/** A test as it is stored; a save keeps the picture with the input that it explains. */
const StoredTest = SizedTest.extend({ picture: TestPicture.nullable() });
export type StoredTest = z.infer<typeof StoredTest>;

const EditedRules = JudgingRules.pick({
  timeLimitMs: true,
  memoryLimitKb: true,
  languageLimits: true,
  checker: true,
});

/** What judges a problem, as far as the editor shows it. */
export const EditedJudging = EditedRules.extend({
  tests: z.array(StoredTest),
  hasInteractor: z.boolean(),
  inputFile: StreamFile,
  outputFile: StreamFile,
  scoring: z.boolean(),
  groups: z.array(TestGroup),
});
export type EditedJudging = z.infer<typeof EditedJudging>;

export const EditedProblem = z.object({
  id: Id,
  systemType: SystemType,
  foreignProblemIdentifier: z.string(),
  sourceUrl: z.string().nullable(),
  statements: z.array(EditedStatement).min(1),
  sampleTests: Samples.describe('excerpts of the tests marked as samples'),
  tags: z.array(z.string()),
  editorials: Editorials,
  judging: EditedJudging.nullable().describe('null: no tests yet, or another system judges'),
  versionNumber: z.number().int().describe('the newest version; 0 before the first one'),
  savedBy: PublicUser.nullable(),
  savedAtMs: InstantMs.nullable(),
  canRescan: z.boolean().describe('whether its package is kept'),
  outside: OutsideOrigin.nullable().describe('null: no other system judges it'),
  lastImport: z
    .object({ id: Id, fileName: z.string(), finishedAtMs: InstantMs.nullable(), report: PackageReport })
    .nullable()
    .describe('the package of which it was made last'),
  lastCheck: ProblemCheck.omit({ hasJudge: true })
    .nullable()
    .describe('newest run of the solutions against edited tests'),
});
export type EditedProblem = z.infer<typeof EditedProblem>;

/** A save: absent parts stay as they are. */
export const SaveEditedProblem = z.object({
  basedOnVersion: z.number().int().describe('`versionNumber` of the form; a newer one is answered with 409'),
  comment: z.string().trim().max(MAX_VERSION_COMMENT).default('').describe('why, for the list of versions'),
  statements: z.array(EditedStatement).max(10).default([]),
  tags: Tags.optional(),
  editorials: Editorials.optional().describe('all languages; one that is absent or empty has none any more'),
  force: z.boolean().default(false).describe('saves a checker that no judge has compiled'),
  judging: EditedRules.extend({
    tests: z
      .array(SizedTest.omit({ inputBytes: true, answerBytes: true }))
      .min(1)
      .max(MAX_TESTS)
      .describe('in the order in which they run; contents are uploaded before'),
  }).optional(),
});
export type SaveEditedProblem = z.input<typeof SaveEditedProblem>;

export const PreviewStatement = z.object({ htmlStatement: z.string().max(4_000_000) });
export const StatementPreview = z.object({ htmlStatement: z.string().describe('as participants get it') });

/** File that a statement offers, as an entry of `attachments.files`. */
export const UploadedFile = z.object({
  type: z.string(),
  title: z.string(),
  url: z.string(),
  downloadUrl: z.string(),
});
export type UploadedFile = z.infer<typeof UploadedFile>;

/** Uploaded content of a test or of a checker, which a save may name within a day. */
export const UploadedContent = z.object({
  sha256: Sha256,
  bytes: z.number().int(),
  excerpt: z.string().describe('the beginning, cut between characters'),
});
export type UploadedContent = z.infer<typeof UploadedContent>;

export const ContentParams = z.object({ problemId: Id, sha256: Sha256 });
export const ContentExcerpt = UploadedContent;

const UnpackedTest = SizedTest.pick({
  inputSha256: true,
  inputBytes: true,
  answerSha256: true,
  answerBytes: true,
  isSample: true,
}).extend({ name: z.string(), inputExcerpt: z.string(), answerExcerpt: z.string() });
export type UnpackedTest = z.infer<typeof UnpackedTest>;

/** Tests found in an archive, in the order of their names. Nothing is saved yet. */
export const UnpackedTests = z.object({
  tests: z.array(UnpackedTest),
  withoutPair: z.array(z.string()).describe('an input without an answer, or the reverse'),
  ignored: z.array(z.string()).describe('files whose names mean nothing here'),
});
export type UnpackedTests = z.infer<typeof UnpackedTests>;

/** What stale verdicts of a problem, if they are judged again, may change. */
export const StaleSummary = z.object({
  solutionsNumber: z.number().int(),
  acceptedNumber: z.number().int().describe('of them are accepted: with other tests they may not be'),
  participantsNumber: z.number().int().describe('people of tables whose place may move'),
  contests: z.array(
    z.object({
      id: Id,
      name: z.string(),
      solutionsNumber: z.number().int(),
      acceptedNumber: z.number().int(),
      participantsNumber: z.number().int(),
    }),
  ),
});
export type StaleSummary = z.infer<typeof StaleSummary>;

export const VersionHistory = z.array(
  z.object({
    uuid: z.uuid(),
    versionNumber: z.number().int(),
    createdAtMs: InstantMs,
    author: PublicUser.nullable().describe('null: an import by command, or a save before authors were kept'),
    comment: z.string(),
    testsNumber: z.number().int(),
    timeLimitMs: z.number().int().nullable(),
    memoryLimitKb: z.number().int().nullable(),
    checker: z.enum(CheckerSpec.options.map((option) => option.shape.kind.value)).nullable(),
    contests: z.array(z.object({ id: Id, name: z.string() })).describe('pinned to this version'),
  }),
);
export type VersionHistory = z.infer<typeof VersionHistory>;
