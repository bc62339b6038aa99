import { z } from 'zod';

/**
 * What a verdict depends on besides the solution: tests, checker, interactor, limits. The web stores it with a
 * problem, the judge works by it, the importer of packages makes it.
 */

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A language of our judge: a key of `LANGUAGES` in domain/src/languages/languages.ts. */
export const LanguageKey = z.string().regex(/^[a-z0-9]+$/);

/** Where a file lies in the folder of its program: `check.cpp`, `lib/graph.h`; nothing hidden, nothing above, no option. */
export const FilePath = z
  .string()
  .max(200)
  .regex(
    /^[A-Za-z0-9_+][A-Za-z0-9_.+-]*(?:\/[A-Za-z0-9_+][A-Za-z0-9_.+-]*)*$/,
    'must be a plain relative path',
  );

export const StoredFile = z.object({ path: FilePath, sha256: Sha256, bytes: z.number().int().nonnegative() });
export type StoredFile = z.infer<typeof StoredFile>;

/**
 * A program of the problem's author: checker, interactor, validator or generator, as untrusted as a submission.
 * Language `script` means a folder with its own `build` and `run`, as problem packages may have.
 */
export const AuthorProgram = z.object({
  language: LanguageKey,
  /** Files that lie in one folder during compilation: sources, headers, data. */
  files: z.array(StoredFile).min(1).max(500),
  /** Files given to the compiler, the main one first; headers are found beside them. */
  sources: z.array(FilePath).min(1).max(100),
});
export type AuthorProgram = z.infer<typeof AuthorProgram>;

/**
 * How a checker, interactor or validator is called and what its exit code means.
 * `testlib`: `checker input output answer`, 0 ok, 1 wrong, 2 presentation, 3 failed, 7 points.
 * `kattis`: `validator input answer feedback_dir/ flags… < output`, 42 accepted, 43 wrong.
 */
export const Protocol = z.enum(['testlib', 'kattis']);
export type Protocol = z.infer<typeof Protocol>;

export const CheckerSpec = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tokens') }),
  z.object({ kind: z.literal('exact') }),
  z.object({
    kind: z.literal('floats'),
    absolute: z.number().nonnegative(),
    relative: z.number().nonnegative(),
  }),
  /** The default output validator of ICPC packages. Null tolerances compare numbers as text. */
  z.object({
    kind: z.literal('kattis'),
    caseSensitive: z.boolean(),
    spaceSensitive: z.boolean(),
    absolute: z.number().nonnegative().nullable(),
    relative: z.number().nonnegative().nullable(),
  }),
  z.object({
    kind: z.literal('program'),
    protocol: Protocol,
    program: AuthorProgram,
    /** Further arguments, the same for every test; a test may have its own instead. */
    flags: z.array(z.string().max(1000)).max(100),
  }),
]);
export type CheckerSpec = z.infer<typeof CheckerSpec>;

/** Talks with the solution. By testlib's protocol the checker looks at its output file afterwards; Kattis' decides itself. */
export const InteractorSpec = z.object({
  protocol: Protocol,
  program: AuthorProgram,
  flags: z.array(z.string().max(1000)).max(100),
});
export type InteractorSpec = z.infer<typeof InteractorSpec>;

/** A plain file name in the working directory; null means standard input or output. */
export const StreamFile = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/, 'must be a plain file name')
  .nullable();

/** Files compiled together with each solution in these languages (Kattis' `include/`, Polygon's graders). */
export const Grader = z.object({
  languages: z.array(LanguageKey).min(1),
  files: z.array(StoredFile).min(1),
  /** Set where a file of the grader is the program and asks for the solution as a module, as Python's `import sum` does. */
  module: z.object({ name: z.string().regex(/^[A-Za-z_]\w{0,99}$/), main: FilePath }).optional(),
});
export type Grader = z.infer<typeof Grader>;

/** How the members of a group of an ICPC scoring package make its score. */
export const GroupGrading = z.object({
  aggregation: z.enum(['sum', 'min', 'max', 'avg']),
  acceptScore: z.number(),
  rejectScore: z.number(),
  /** `break`: what follows the first failure of the group does not run. */
  onReject: z.enum(['break', 'continue']),
  /** Lowest and highest score of the group. */
  range: z.tuple([z.number(), z.number()]).nullable(),
  ignoreSample: z.boolean(),
  acceptIfAnyAccepted: z.boolean(),
});
export type GroupGrading = z.infer<typeof GroupGrading>;

/** A Polygon group, or a folder of an ICPC scoring package (`secret/group1` lies in `secret`; the root is ``). */
export const TestGroup = z.object({
  name: z.string().max(200),
  /** Full marks; null when the tests' own points add up. */
  points: z.number().nullable(),
  /** Polygon: all or nothing. */
  isComplete: z.boolean(),
  /** Names of groups that must have full marks for this one to count. */
  dependsOn: z.array(z.string().max(200)).max(1000),
  grading: GroupGrading.nullable(),
});
export type TestGroup = z.infer<typeof TestGroup>;

/** Default output limit of a program. */
const OUTPUT_LIMIT_KB = 65_536;
/** The largest output limit in KB that a problem may have. */
export const MAX_OUTPUT_LIMIT_KB = 16 * 1024 ** 2;

/** Limits of one language in place of those of the problem. */
const LanguageLimits = z.object({
  timeLimitMs: z.number().int().min(1).max(600_000),
  memoryLimitKb: z.number().int().min(1024).max(16_777_216),
});

/**
 * Limits of what runs beside the solution, as far as its package states them; within the bounds of
 * packages/src/icpc/package-limits.ts.
 */
const PackageLimits = z
  .object({
    sourceKb: z.number().int().min(1).max(1024),
    compilationMs: z.number().int().min(1).max(600_000),
    compilationMemoryKb: z.number().int().min(1024).max(16_777_216),
    /** Processor time of the checker, and of the interactor. */
    validationMs: z.number().int().min(1).max(600_000),
    validationMemoryKb: z.number().int().min(1024).max(16_777_216),
    validationOutputKb: z.number().int().min(1).max(1_048_576),
  })
  .partial();
export type PackageLimits = z.infer<typeof PackageLimits>;

/** The rules of a testset: everything but the tests themselves. What an ordinary problem does not need may be left out. */
export const JudgingRules = z.object({
  timeLimitMs: z.number().int().min(1).max(600_000),
  memoryLimitKb: z.number().int().min(1024).max(16_777_216),
  outputLimitKb: z.number().int().min(1).max(MAX_OUTPUT_LIMIT_KB).default(OUTPUT_LIMIT_KB),
  /** Absent where all languages have the problem's limits, so that the hash of such rules stays what it was. */
  languageLimits: z.record(LanguageKey, LanguageLimits).optional(),
  /** Absent where the package states none of them, for the same reason. */
  packageLimits: PackageLimits.optional(),
  checker: CheckerSpec,
  interactor: InteractorSpec.nullable().default(null),
  /** Runs of the solution per test, as many as the checker or interactor asks for, at most this many (multi-pass). */
  passes: z.number().int().min(1).max(100).default(1),
  inputFile: StreamFile.default(null),
  outputFile: StreamFile.default(null),
  graders: z.array(Grader).max(50).default([]),
  /** Whether tests give points; a contest by ICPC rules records them and counts full marks only. */
  scoring: z.boolean().default(false),
  /** How points add up; tests name their group. */
  groups: z.array(TestGroup).max(1000).default([]),
});
export type JudgingRules = z.infer<typeof JudgingRules>;

/** Kinds of pictures of tests. */
export const PictureType = z.enum(['image/png', 'image/jpeg', 'image/svg+xml']);
export type PictureType = z.infer<typeof PictureType>;

/** Picture by which the author explains a test to the jury; its content is a blob. Nothing that judges depends on it. */
export const TestPicture = z.object({ sha256: Sha256, mediaType: PictureType });
export type TestPicture = z.infer<typeof TestPicture>;

/** What is particular to one test besides its two files. */
export const TestRules = z.object({
  isSample: z.boolean().default(false),
  /** Full marks of this test, where tests have points of their own. */
  points: z.number().nullable().default(null),
  group: z.string().max(200).nullable().default(null),
  /** In place of the flags of checker and interactor. */
  flags: z.array(z.string().max(1000)).max(100).nullable().default(null),
});
export type TestRules = z.infer<typeof TestRules>;
