import type { LanguageKey } from '#languages/languages.ts';

/** Options with which a language is compiled and run, as arguments of its tools. */
export interface LanguageOptions {
  compile: readonly string[];
  /** Empty where the program is started without an interpreter or a virtual machine. */
  run: readonly string[];
}

/** Tool with the options that it gets unless the site has others. */
interface ToolOptions {
  tool: string;
  options: readonly string[];
}

interface LanguageTools {
  compile: ToolOptions;
  /** Null where the compiled program itself is run, which takes no options. */
  run: ToolOptions | null;
}

const GNU = ['-O2', '-pipe', '-DONLINE_JUDGE', '-DBALLOON'];
const cpp = (standard: string): LanguageTools => ({
  compile: { tool: 'g++', options: [`-std=gnu++${standard}`, ...GNU] },
  run: null,
});
const FREE_PASCAL = ['-O2', '-Xs', '-v0ew', '-dONLINE_JUDGE'];
const compiledBy = (tool: string, options: readonly string[]): LanguageTools => ({
  compile: { tool, options },
  run: null,
});
const interpretedBy = (
  tool: string,
  check: readonly string[] = [],
  run: readonly string[] = check,
): LanguageTools => ({ compile: { tool, options: check }, run: { tool, options: run } });
/** A single collector and compiler thread: a slot is one core, and idle helper threads only cost memory. */
const JVM = {
  tool: 'java',
  options: [
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=4',
    '-XX:-UsePerfData',
    '-Xshare:auto',
    '-Dfile.encoding=UTF-8',
    '-DONLINE_JUDGE=true',
  ],
};
const PHP_ERRORS = ['-d', 'display_errors=stderr'];

/**
 * Tools of each language with their usual options. Output names, limits and files are not among them: the judge adds
 * these after the options.
 */
export const LANGUAGE_TOOLS = {
  c: compiledBy('gcc', ['-std=gnu17', ...GNU]),
  cpp17: cpp('17'),
  cpp20: cpp('20'),
  // Named so, which compilers before and after gcc 14 both accept.
  cpp23: cpp('2b'),
  python3: interpretedBy('python3', ['-s'], ['-B', '-s']),
  java: { compile: { tool: 'javac', options: ['-encoding', 'UTF-8', '-nowarn'] }, run: JVM },
  pascal: compiledBy('fpc', FREE_PASCAL),
  go: compiledBy('go build', ['-p', '1']),
  rust: compiledBy('rustc', ['--edition=2021', '-O']),
  // Stack of the main thread in KB: deep recursion is common in contests and the default of about 1 MB ends it early. It
  // must stay below the stack that the sandbox allows.
  javascript: interpretedBy('node', [], ['--stack-size=60000']),
  csharp: {
    // Big and complex numbers; Mono always installs the library, but references it only on request.
    compile: { tool: 'mcs', options: ['-optimize+', '-define:ONLINE_JUDGE', '-r:System.Numerics.dll'] },
    run: { tool: 'mono', options: [] },
  },
  pypy3: interpretedBy('pypy3', ['-s'], ['-B', '-s']),
  kotlin: { compile: { tool: 'kotlinc', options: ['-nowarn'] }, run: JVM },
  php: interpretedBy('php', PHP_ERRORS, ['-d', 'memory_limit=-1', ...PHP_ERRORS, '-d', 'log_errors=0']),
  ruby: interpretedBy('ruby'),
  haskell: compiledBy('ghc', ['-O2', '-rtsopts']),
  ocaml: compiledBy('ocamlopt', ['-I', '+unix', '-I', '+str', 'unix.cmxa', 'str.cmxa']),
  d: compiledBy('gdc', ['-O2', '-fversion=ONLINE_JUDGE']),
  perl: interpretedBy('perl'),
  lua: interpretedBy('lua5.4'),
  bash: interpretedBy('bash'),
  ada: compiledBy('gnatmake', ['-q', '-O2', '-gnat2012']),
  r: interpretedBy('Rscript', ['--vanilla']),
  cpp11: cpp('11'),
  cpp14: cpp('14'),
  delphi: compiledBy('fpc', ['-Mdelphi', ...FREE_PASCAL]),
} as const satisfies Record<LanguageKey, LanguageTools>;

/** Returns the options that a language has unless the site chose others. */
export function usualOptions(key: LanguageKey): LanguageOptions {
  const { compile, run }: LanguageTools = LANGUAGE_TOOLS[key];
  return { compile: compile.options, run: run?.options ?? [] };
}

/** Whether the language is run by a tool that takes options. */
export const takesRunOptions = (key: LanguageKey): boolean => LANGUAGE_TOOLS[key].run !== null;

/** Returns the command of a language's compiler, or of its interpreter where nothing is compiled, for people. */
export function shownCommand(key: LanguageKey, { compile, run }: LanguageOptions): string {
  const tools: LanguageTools = LANGUAGE_TOOLS[key];
  const isInterpreted = tools.run?.tool === tools.compile.tool;
  const [tool, options] = isInterpreted && tools.run ? [tools.run.tool, run] : [tools.compile.tool, compile];
  return [tool, ...options].join(' ');
}
