import type { CheckerSpec, Protocol } from '@balloon/contracts/testset.ts';
import type { LanguageKey } from '@balloon/domain/languages.ts';
import type { VerdictKey } from '@balloon/domain/verdicts.ts';
import type { PackageRemark } from '#package-error.ts';

/**
 * A problem as its package describes it, whatever the format: what the readers make and the builder works on.
 * Nothing is compiled, run or checked yet; every path has been found inside the package.
 */
export interface ProblemPackage {
  format: 'polygon' | 'icpc';
  /** As the package says: `legacy`, `2023-07`, a Polygon revision. */
  formatVersion: string;
  shortName: string;
  /** Grows with the author's changes, where the format has such a number. */
  revision: number | null;
  sourceUrl: string | null;
  /** Titles by language, in the package's words mapped to two letters (`ru`, `en`, `sv`, …). At least one. */
  titles: Readonly<Record<string, string>>;
  statements: readonly PackageStatement[];
  /** Files for contestants. */
  attachments: readonly PackageFile[];

  timeLimit: PackageTimeLimit;
  memoryLimitKb: number | null;
  outputLimitKb: number | null;
  /** Null: standard input, standard output. */
  inputFile: string | null;
  outputFile: string | null;

  tests: readonly PackageTest[];
  /** Shown under the statement in place of the tests marked as samples; absent: those tests. */
  shownSamples?: readonly {
    input: string;
    output: string;
    /** The conversation that input and output show as columns, as Kattis writes it down: `<` read, `>` written. */
    interaction?: string;
  }[];
  groups: readonly PackageGroup[];
  scoring: PackageScoring | null;

  checker: PackageChecker;
  interactor: { protocol: Protocol; program: PackageProgram; flags: readonly string[] } | null;
  /** Passes of a multi-pass problem, otherwise 1. */
  passes: number;
  validators: readonly PackageValidator[];
  /** Programs that make tests, by the name that commands call them by. */
  generators: ReadonlyMap<string, PackageProgram>;
  graders: readonly { languages: readonly LanguageKey[]; files: readonly PackageFile[] }[];
  solutions: readonly PackageSolution[];
  /** Tests that the author wrote for checker and validators. */
  selfTests: readonly PackageSelfTest[];
  remarks: readonly PackageRemark[];
}

/** A file of the package: what it is called where it is used, and where it lies on disk (links resolved). */
export interface PackageFile {
  /** Such as `check.cpp` or `lib/graph.h`: relative to the program's folder. */
  name: string;
  /** An absolute path on this machine, inside the opened package. */
  path: string;
  /** As the author knows it: relative to the package's root. */
  inPackage: string;
}

/** A program of the author. `languages` in order of preference: the first that is installed is used. */
export interface PackageProgram {
  /** As the author knows it, for reports. */
  inPackage: string;
  languages: readonly (LanguageKey | 'script')[];
  /** As the package names the language (`cpp.g++17`, `.py`), for reports when `languages` is empty. */
  languageName: string;
  /** Everything that lies beside each other when it is compiled. */
  files: readonly PackageFile[];
  /** Names in `files` that the compiler is given, the main one first. */
  sources: readonly string[];
}

export interface PackageStatement {
  /** Two letters. */
  language: string;
  title: string;
  kind: 'html' | 'tex' | 'markdown' | 'pdf';
  /** The file, and the files that lie beside it (pictures, styles). */
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
  /** For the statement; they may differ from the tests of the same number. */
  samples: readonly { input: string; output: string }[];
}

/**
 * Either stated, or to be measured: the slowest accepted solution times `multiplier`, rounded up to a multiple of
 * `resolutionMs` (whole seconds in nearly all packages), at least one of them.
 */
export type PackageTimeLimit =
  | { kind: 'stated'; ms: number }
  | { kind: 'measured'; multiplier: number; resolutionMs: number };

export interface PackageTest {
  /** From 1, in the order in which tests run. */
  number: number;
  /** As the author knows it: `07`, `secret/group1/12-big`. */
  name: string;
  input: PackageFile | GeneratedTest;
  /** Null: the main solution's output; of an interactive problem, an empty file. */
  answer: PackageFile | null;
  isSample: boolean;
  group: string | null;
  points: number | null;
  /** In place of the flags of checker and validator, where the group or test has its own. */
  checkerFlags: readonly string[] | null;
  validatorFlags: readonly string[] | null;
}

/** A test that a generator of the package makes. */
export interface GeneratedTest {
  /** argv: the generator's name, then its arguments. */
  command: readonly string[];
  /** The generator writes files, and this one is the test; null: its standard output is. */
  fromFile: string | null;
}

/** A Polygon group, or a folder of an ICPC scoring package. */
export interface PackageGroup {
  name: string;
  /** Full marks; null when the tests' own points add up. */
  points: number | null;
  /** Polygon: all or nothing. */
  isComplete: boolean;
  dependsOn: readonly string[];
  /** ICPC: how the members' scores become one, and what a rejection does. */
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
  /** Whether more is better; some packages of old count upwards from 0 to be minimised. */
  maximise: boolean;
}

export type PackageChecker =
  | { kind: 'builtin'; spec: Exclude<CheckerSpec, { kind: 'program' }> }
  | {
      kind: 'program';
      protocol: Protocol;
      program: PackageProgram;
      flags: readonly string[];
      /** A standard checker of testlib by name, such as `wcmp`, where the package says so. */
      standardName: string | null;
    }
  /** An interactor of Kattis' protocol decides alone. */
  | { kind: 'interactor' };

export interface PackageValidator {
  program: PackageProgram;
  /** `testlib`: 0 is valid; `kattis`: 42 is. Both read the test on standard input. */
  protocol: Protocol;
  flags: readonly string[];
}

/** What the author says of a solution: any of `verdicts` may be its verdict. */
export interface PackageSolution {
  program: PackageProgram;
  /** The author's word: `main`, `time-limit-exceeded`, `wrong_answer`, … */
  label: string;
  isMain: boolean;
  expectation: Expectation;
}

export interface Expectation {
  /** Verdicts that some test shows; with `accepted` among them, all tests may pass. */
  verdicts: readonly VerdictKey[];
  /** Every test must end with one of `verdicts` or accepted; false: other failures may come beside them. */
  isStrict: boolean;
  /** Bounds of the score, of a scoring package. */
  score: readonly [number, number] | null;
  /** `partial`: neither nothing nor everything. */
  isPartial: boolean;
  /** The author asks not to run it. */
  isSkipped: boolean;
  /** Measured for the time limit. */
  countsForTimeLimit: boolean;
}

export interface PackageSelfTest {
  of: 'checker' | 'validator';
  name: string;
  input: PackageFile;
  output: PackageFile | null;
  answer: PackageFile | null;
  /** `valid`/`invalid` for validators; a verdict or `crashed` for checkers. */
  expected: 'valid' | 'invalid' | 'ok' | 'wrong' | 'presentation' | 'crashed';
}
