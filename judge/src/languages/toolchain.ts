import type { LanguageOptions } from '@balloon/domain/languages/language-options.ts';

/**
 * CPU limits of compilations in ms, by the needs of each kind of compiler for large honest sources. Measured on a
 * crowded machine: all of the standard library with `regex` in C++20 without a precompiled header 9.6 s, `rustc` and
 * `javac` 1.3 s, a syntax check 0.1 s. A compilation bomb delays waiting work by no more than this.
 */
export const COMPILE_CPU_MS = { check: 5_000, quick: 10_000, templates: 15_000, heavy: 30_000 } as const;

/** Recipe of an archive: the compiler, told to write the classes that it loaded into a file of this name. */
export interface ArchiveRecipe {
  name: string;
  argv: readonly string[];
  /** Program that the compiler translates meanwhile. */
  source: { name: string; text: string };
}

/** Source file of a compilation. */
export interface SourceText {
  text: string;
  /** File name inside the container, see `Toolchain.fileName`. */
  fileName: string;
  /** Further sources that the compiler receives, see `Toolchain.sourceEndings`. */
  others?: readonly string[];
  /** Libraries that lie beside it, see `Toolchain.libraryEnding`. */
  libraries?: readonly string[];
}

/**
 * Way in which the judge compiles and runs one language. Everything happens inside the sandbox: the compiler works in
 * /w (its own scratch, wiped afterwards), the program is shown read-only in /box.
 */
export interface Toolchain {
  /** Absolute paths that must exist on the machine; the version is cached by their sizes and times. */
  tools: readonly string[];
  /** Command that prints the version shown to participants, in its first line that `versionLine` matches. */
  versionArgv: readonly string[];
  versionLine?: RegExp;

  /** Returns the name that the source must have; Java derives it from the class. */
  fileName(text: string): string;
  /**
   * Endings of the files that the compiler must receive besides the main source; absent when it finds them itself.
   */
  sourceEndings?: readonly string[];
  /** Whether a program imports its other files by their names, although the compiler receives them. */
  importsByName?: boolean;
  /** Ending of libraries that the compiler and the program receive, such as Java's archives. */
  libraryEnding?: string;
  /** Tells whether a source is the main one of several; the first is when this is absent. */
  isMain?(text: string): boolean;
  /** Options in use: the usual ones of the language, unless the site has others (see `withOptions`). */
  options: LanguageOptions;
  /** Returns the command line of the compiler, or of a syntax check where nothing is compiled. */
  compile(source: SourceText, options: readonly string[]): readonly string[];
  /** Returns the files in /w that make up the compiled program; the source itself where that is what runs. */
  outputs(source: SourceText): readonly { name: string; executable: boolean }[];
  /** Returns the command line of the program, with its files in /box. */
  run(source: SourceText, memoryLimitKb: number, options: readonly string[]): readonly string[];

  compileEnv?: Readonly<Record<string, string>>;
  runEnv?: Readonly<Record<string, string>>;
  /** CPU limit of a submission's compilation in ms; see `COMPILE_CPU_MS` for the choice. */
  compileCpuMs: number;
  /** Largest number of processes and threads at once: runtimes start many of their own. */
  processes: number;
  /** Memory in KB granted above the problem's limit for the runtime itself (code, collector, compiler threads). */
  runtimeMemoryKb: number;
  /**
   * True when the runtime limits its own heap and ends the program when that is full, before the sandbox would: an
   * abnormal end with nearly all of the memory in use is then the memory limit.
   */
  endsItselfWhenFull: boolean;
  /**
   * Text that the runtime writes to standard error, at the start of a line, when an uncaught exception ends a
   * program. The program then exits with a code that would mean a verdict from a checker.
   */
  crashMark?: RegExp;
  /** Lines that the compiler says of any source, such as its own name or that nothing is wrong. */
  smallTalk?: RegExp;
  /** Set where precompiled standard headers help; see precompiled-headers.ts. */
  precompiledHeader?: { argv: readonly string[]; name: string };
  /** Set where an archive of the compiler's classes helps; see class-archives.ts. */
  classArchive?: ArchiveRecipe;
  /** Runtime file that travels with each program because no package brings it (the judge's own Node). */
  runtimeFile?: { from: string; name: string };
  /**
   * Source of a program that reads a word from the input and prints `hello <word>`; run at the start of the judge.
   */
  hello: string;
}

/** Needs of a plain native program: itself and a few threads. */
export const NATIVE = { processes: 64, runtimeMemoryKb: 0, endsItselfWhenFull: false } as const;

/** Output and command line of a compiler that makes one executable. */
export const compiledToMain = () => [{ name: 'main', executable: true }] as const;
export const runMain = () => ['/box/main'] as const;

export function megabytes(kb: number): number {
  return Math.max(1, Math.floor(kb / 1024));
}
