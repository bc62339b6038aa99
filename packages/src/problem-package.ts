import type {
  CheckerSpec,
  PackageLimits,
  PictureType,
  Protocol,
} from '@balloon/contracts/judging/testset.ts';
import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import type { LanguageKey } from '@balloon/domain/languages/languages.ts';
import type { PackageRemark } from '#package-error.ts';

/**
 * Problem as its package describes it, whatever the format: result of the readers and input of the builder. Nothing
 * is compiled, run or checked yet; every path has been found inside the package.
 */
export interface ProblemPackage {
  format: 'polygon' | 'icpc';
  /** Version as the package states it: `legacy`, `2023-07`, a Polygon revision. */
  formatVersion: string;
  shortName: string;
  /** Number that grows with the author's changes, where the format has one. */
  revision: number | null;
  sourceUrl: string | null;
  /** Titles by language, mapped from the package's terms to two letters (`ru`, `en`, `sv`, …). At least one. */
  titles: Readonly<Record<string, string>>;
  statements: readonly PackageStatement[];
  /** Files for contestants. */
  attachments: readonly PackageFile[];

  timeLimit: PackageTimeLimit;
  memoryLimitKb: number | null;
  outputLimitKb: number | null;
  /** Limits of compilers and of the output validator, where the package states them. */
  packageLimits?: PackageLimits;
  /** File that the program reads; null for standard input. */
  inputFile: string | null;
  outputFile: string | null;

  tests: readonly PackageTest[];
  /** Samples shown under the statement in place of the tests marked as samples; absent to show those tests. */
  shownSamples?: readonly {
    input: string;
    output: string;
    /** Conversation, shown as columns of input and output, in Kattis' form: `<` read, `>` written. */
    interaction?: string;
  }[];
  groups: readonly PackageGroup[];
  scoring: PackageScoring | null;

  checker: PackageChecker;
  interactor: { protocol: Protocol; program: PackageProgram; flags: readonly string[] } | null;
  /** Number of passes of a multi-pass problem, otherwise 1. */
  passes: number;
  validators: readonly PackageValidator[];
  /** Programs that make tests, by their names in commands. */
  generators: ReadonlyMap<string, PackageProgram>;
  graders: readonly { languages: readonly LanguageKey[]; files: readonly PackageFile[] }[];
  solutions: readonly PackageSolution[];
  /** Author's tests of checker and validators. */
  selfTests: readonly PackageSelfTest[];
  remarks: readonly PackageRemark[];
}

/** File of the package: its name where it is used, and its path on disk (links resolved). */
export interface PackageFile {
  /** Name relative to the program's folder, such as `check.cpp` or `lib/graph.h`. */
  name: string;
  /** Absolute path on this machine, inside the opened package. */
  path: string;
  /** Path as the author knows it: relative to the package's root. */
  inPackage: string;
}

/** Program of the author. `languages` in order of preference: the first that is installed is used. */
export interface PackageProgram {
  /** Path as the author knows it, for reports. */
  inPackage: string;
  languages: readonly (LanguageKey | 'script')[];
  /** Name of the language in the package (`cpp.g++17`, `.py`), for reports when `languages` is empty. */
  languageName: string;
  /** All files that lie in one folder during the compilation. */
  files: readonly PackageFile[];
  /** Names in `files` of the sources, the main one first; the judge knows which of them its compiler must receive. */
  sources: readonly string[];
}

export interface PackageStatement {
  /** Two-letter code. */
  language: string;
  title: string;
  kind: 'html' | 'tex' | 'markdown' | 'pdf';
  /** File of the statement; the files beside it are pictures and styles. */
  main: PackageFile;
  resources: readonly PackageFile[];
  /** Polygon's parts as TeX, where the package has them; the preferred source. */
  sections: PackageSections | null;
}

export interface PackageSections {
  legend: string;
  input: string;
  output: string;
  interaction: string;
  scoring: string;
  notes: string;
  /** Samples of the statement; they may differ from the tests of the same number. */
  samples: readonly { input: string; output: string }[];
}

/**
 * Time limit, either stated or to be measured: the slowest accepted solution times `multiplier`, rounded up to a
 * multiple of `resolutionMs` (whole seconds in nearly all packages), at least one of them.
 */
export type PackageTimeLimit =
  | { kind: 'stated'; ms: number }
  | { kind: 'measured'; multiplier: number; resolutionMs: number };

export interface PackageTest {
  /** Number from 1, in the order in which tests run. */
  number: number;
  /** Name known to the author: `07`, `secret/group1/12-big`. */
  name: string;
  input: PackageFile | GeneratedTest;
  /** Answer file; null for the main solution's output, or for an empty file in an interactive problem. */
  answer: PackageFile | null;
  isSample: boolean;
  group: string | null;
  points: number | null;
  /** Arguments that replace those of checker and validator, where the group or test has its own. */
  checkerFlags: readonly string[] | null;
  validatorFlags: readonly string[] | null;
  /** What the author says of the test; absent where nothing is said. */
  description?: string;
  /** Absent where there is none that pages show. */
  picture?: PackagePicture;
}

/** Picture by which the author explains a test. */
export interface PackagePicture {
  file: PackageFile;
  mediaType: PictureType;
}

/** Test that a generator of the package makes. */
export interface GeneratedTest {
  /** Command line: the generator's name, then its arguments. */
  command: readonly string[];
  /** File of the generator that is the test; null when its standard output is. */
  fromFile: string | null;
}

/** Group: one of Polygon, or a folder of an ICPC scoring package. */
export interface PackageGroup {
  name: string;
  /** Full marks; null when the tests' own points add up. */
  points: number | null;
  /** Whether a failed test voids the points of the group (Polygon). */
  isComplete: boolean;
  dependsOn: readonly string[];
  /** Combination of the members' scores, and effect of a rejection (ICPC). */
  grading: PackageGrading | null;
}

export interface PackageGrading {
  aggregation: 'sum' | 'min' | 'max' | 'avg';
  acceptScore: number;
  rejectScore: number;
  onReject: 'break' | 'continue';
  /** Lowest and highest score of the group. */
  range: readonly [number, number] | null;
  ignoreSample: boolean;
  acceptIfAnyAccepted: boolean;
}

export interface PackageScoring {
  min: number;
  max: number | null;
  /** Whether more is better; in some old packages scores count upwards from 0 and are minimised. */
  maximise: boolean;
}

export type PackageChecker =
  | { kind: 'builtin'; spec: Exclude<CheckerSpec, { kind: 'program' }> }
  | {
      kind: 'program';
      protocol: Protocol;
      program: PackageProgram;
      flags: readonly string[];
      /** Name of a standard checker of testlib, such as `wcmp`, where the package states it. */
      standardName: string | null;
    }
  /** Interactor of Kattis' protocol, which decides alone. */
  | { kind: 'interactor' };

export interface PackageValidator {
  program: PackageProgram;
  /** Exit codes: with `testlib` 0 is valid, with `kattis` 42. Both read the test on standard input. */
  protocol: Protocol;
  flags: readonly string[];
}

/** Expectation of a solution: any of `verdicts` may be its verdict. */
export interface PackageSolution {
  program: PackageProgram;
  /** Label by the author: `main`, `time-limit-exceeded`, `wrong_answer`, … */
  label: string;
  isMain: boolean;
  expectation: Expectation;
}

export interface Expectation {
  /** Verdicts, one of which some test must show; with `accepted` among them, all tests may pass. */
  verdicts: readonly VerdictKey[];
  /** Whether every test must end with one of `verdicts` or accepted; other failures may occur otherwise. */
  isStrict: boolean;
  /** Bounds of the score in a scoring package. */
  score: readonly [number, number] | null;
  /** Whether the score must lie between nothing and full marks. */
  isPartial: boolean;
  /** Whether the author asks not to run the solution. */
  isSkipped: boolean;
  /** Whether the solution is measured for the time limit. */
  countsForTimeLimit: boolean;
}

export interface PackageSelfTest {
  of: 'checker' | 'validator';
  name: string;
  input: PackageFile;
  output: PackageFile | null;
  answer: PackageFile | null;
  /** Expected result: `valid`/`invalid` for validators; a verdict or `crashed` for checkers. */
  expected: 'valid' | 'invalid' | 'ok' | 'wrong' | 'presentation' | 'crashed';
}
