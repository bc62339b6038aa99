import { z } from 'zod';

/** What the check of a problem package found, in the author's words: file names are those of the package. */

export const PackageFinding = z.object({
  /** `error`: the problem cannot be used as it is. */
  level: z.enum(['note', 'warning', 'error']),
  text: z.string(),
  code: z
    .enum(['damagedArchive', 'notPackage', 'tooLarge', 'diskFull'])
    .optional()
    .describe('mishap with the whole file, for clients that say it in another language'),
  facts: z
    .record(z.string(), z.union([z.string(), z.number(), z.null()]))
    .optional()
    .describe('facts of the mishap by name, such as the largest size in GB'),
});
export type PackageFinding = z.infer<typeof PackageFinding>;

/** Report on one labelled solution. */
export const SolutionReport = z.object({
  file: z.string(),
  /** Label from the package, in its own spelling. */
  label: z.string(),
  /** Language that judged it: `C++17 (g++ …)`; the package's name for it when none is installed. */
  language: z.string(),
  /** Verdicts that agree with the label, such as `AC` or `TL|WA`. */
  expected: z.string(),
  /** First failure, or AC; `SCORE 30` where the score is not that of the label; null when it was not run. */
  got: z.string().nullable(),
  /** Every verdict that the tests of the solution showed. */
  seen: z.array(z.string()),
  agrees: z.enum(['yes', 'no', 'skipped']),
  /** The first test that failed, or where it agrees with the label. */
  test: z.string().nullable(),
  timeMs: z.number(),
  memoryKb: z.number(),
  score: z.number().nullable(),
  /** Why skipped, checker's comment, compiler's words; cut. */
  detail: z.string().nullable(),
});
export type SolutionReport = z.infer<typeof SolutionReport>;

/** What a package brings, as far as it could be read. Programs are named by their files. */
export const PackageContents = z.object({
  statements: z.array(z.object({ language: z.string(), title: z.string(), kind: z.string() })),
  samplesNumber: z.number(),
  attachmentsNumber: z.number(),
  /** A file, or the name of a built-in checker. */
  checker: z.string().nullable(),
  interactor: z.string().nullable(),
  validators: z.array(z.string()),
  generators: z.array(z.string()),
  script: z
    .array(z.string())
    .optional()
    .describe('commands that make tests, in the order of the tests, cut; absent in older reports'),
});
export type PackageContents = z.infer<typeof PackageContents>;

export const PackageReport = z.object({
  package: z.string(),
  format: z.string().nullable(),
  title: z.string().nullable(),
  /** `broken`: it could not be read or built; `findings` say why. */
  outcome: z.enum(['agrees', 'disagrees', 'broken']),
  timeLimitMs: z.number().nullable(),
  /** The limit was measured on this machine, because the package states none. */
  isTimeLimitMeasured: z.boolean(),
  memoryLimitKb: z.number().nullable(),
  testsNumber: z.number(),
  generatedTestsNumber: z.number(),
  /** Absent in reports of earlier versions and of packages that could not be read. */
  contents: PackageContents.optional(),
  findings: z.array(PackageFinding),
  solutions: z.array(SolutionReport),
});
export type PackageReport = z.infer<typeof PackageReport>;
