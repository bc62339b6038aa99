/** A source file on its way through a compiler. */
export interface SourceText {
  text: string;
  /** File name inside the container, see `Toolchain.fileName`. */
  fileName: string;
  /** Further sources that the compiler is given, see `Toolchain.sourceEndings`. */
  others?: readonly string[];
}

/**
 * How our judge compiles and runs one language. Everything happens inside the sandbox:
 * the compiler works in /w (its own scratch, wiped afterwards), the program is shown read-only in /box.
 */
export interface Toolchain {
  /** The Debian package that brings it; what we tell an operator who misses it. */
  debianPackage: string;
  /** Absolute paths that must exist on the machine; the version is cached by their size and time. */
  tools: readonly string[];
  /** Prints the version shown to participants, in its first line that `versionLine` matches. */
  versionArgv: readonly string[];
  versionLine?: RegExp;

  /** Name the source must have, which Java derives from the class. */
  fileName(text: string): string;
  /** Endings of the files that the compiler must be given besides the main source; none when it finds them itself. */
  sourceEndings?: readonly string[];
  /** Of several sources the main one is that for which this is true, and the first when it is not given. */
  isMain?(text: string): boolean;
  /** The compiler, or a syntax check where nothing is compiled. */
  compile(source: SourceText): readonly string[];
  /** Files in /w that make up the program once compiled; the source itself where it is what runs. */
  outputs(source: SourceText): readonly { name: string; executable: boolean }[];
  /** The program, with its files in /box. */
  run(source: SourceText, memoryLimitKb: number): readonly string[];

  compileEnv?: Readonly<Record<string, string>>;
  runEnv?: Readonly<Record<string, string>>;
  /** CPU a compilation may take when the usual `COMPILE_LIMITS.cpuMs` is not enough. */
  compileCpuMs?: number;
  /** Processes and threads a program may have at once: runtimes start many of their own. */
  processes: number;
  /** Memory granted above the problem's limit for the runtime itself (code, collector, compiler threads). */
  runtimeMemoryKb: number;
  /**
   * The runtime limits its own heap and ends the program itself when that is full, before the sandbox would:
   * an abnormal end with nearly all of the memory in use is then the memory limit.
   */
  endsItselfWhenFull: boolean;
  /**
   * What the runtime writes to the standard error, at the start of a line, when an uncaught exception ends a
   * program. It then exits with a code that for a checker would mean a verdict.
   */
  crashMark?: RegExp;
  /** A precompiled `bits/stdc++.h` helps; see precompiled-headers.ts. */
  precompiledHeader?: { argv: readonly string[]; name: string };
  /** A runtime file that travels with each program because no package brings it (our own Node). */
  runtimeFile?: { from: string; name: string };
  /** Reads a word from the input and prints `hello <word>`; run at judge start. */
  hello: string;
}

/** Room for a plain native program: itself and a few threads. */
export const NATIVE = { processes: 64, runtimeMemoryKb: 0, endsItselfWhenFull: false } as const;

/** The output and the command line of a compiler that makes one executable. */
export const compiledToMain = () => [{ name: 'main', executable: true }] as const;
export const runMain = () => ['/box/main'] as const;

export function megabytes(kb: number): number {
  return Math.max(1, Math.floor(kb / 1024));
}
