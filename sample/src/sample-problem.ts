import type { Locale } from '@balloon/contracts/common.ts';
import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import type { LanguageKey } from '@balloon/domain/languages/languages.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { z } from 'zod';

const FileName = z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, 'must be a plain file name');
const Language = z.enum(Object.keys(LANGUAGES) as [LanguageKey, ...LanguageKey[]]);

/** Comparison of a solution's output, as written in `problem.json`. */
const SampleCheckerFile = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('tokens') }),
  z.strictObject({ kind: z.literal('exact') }),
  z.strictObject({
    kind: z.literal('floats'),
    absolute: z.number().nonnegative(),
    relative: z.number().nonnegative(),
  }),
  z.strictObject({ kind: z.literal('program'), file: FileName, language: Language }),
]);

/**
 * Content of `problem.json`: everything about a sample problem that is neither a statement, a test nor a solution.
 */
export const SampleProblemFile = z.strictObject({
  title: z.strictObject({ ru: z.string().min(1).max(100), en: z.string().min(1).max(100) }),
  timeLimitMs: z.number().int().min(100).max(60_000),
  memoryLimitKb: z.number().int().min(16_384).max(2_097_152),
  checker: SampleCheckerFile,
  /** Colour of the balloon. */
  color: z.string().regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #e69f00'),
  /** Numbers of the tests that the statement shows, in the order shown. */
  samples: z.array(z.number().int().positive()).min(1),
});
export type SampleProblemFile = z.infer<typeof SampleProblemFile>;

/** Checker with its source text, so that the folder need not be opened again. */
export type SampleChecker =
  | { kind: 'tokens' }
  | { kind: 'exact' }
  | { kind: 'floats'; absolute: number; relative: number }
  | { kind: 'program'; languageKey: LanguageKey; fileName: string; source: string };

export interface SampleTest {
  /** Number from 1, without gaps. */
  number: number;
  input: Buffer;
  answer: Buffer;
  /** Whether the statement shows the test. */
  isSample: boolean;
}

/** Reference solution and the verdict that it must get. */
export interface SampleSolution {
  file: string;
  languageKey: LanguageKey;
  expect: VerdictKey;
  /** First test that it fails, where that does not depend on the machine. */
  onTest?: number;
  source: string;
}

export interface SampleProblem {
  /** Folder name, such as `a-helium`; the order of the slugs is the order of the problems. */
  slug: string;
  titles: Record<Locale, string>;
  /** Statements in Markdown with KaTeX formulas, without title and samples. */
  statements: Record<Locale, string>;
  timeLimitMs: number;
  memoryLimitKb: number;
  checker: SampleChecker;
  /** Colour of the balloon, `#rrggbb`. */
  color: string;
  /** Tests in the order of their numbers. */
  tests: SampleTest[];
  /** Numbers of the tests that the statement shows, in the order shown. */
  sampleNumbers: number[];
  solutions: SampleSolution[];
}
