import { createHash } from 'node:crypto';
import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClassArchives } from '#compile/class-archives.ts';
import { readCleanText } from '#compile/compiler-text.ts';
import type { PrecompiledHeaders } from '#compile/precompiled-headers.ts';
import type { HeldProgram, ProgramCache } from '#compile/program-cache.ts';
import type { RuntimeFiles } from '#compile/runtime-files.ts';
import {
  type AskedModule,
  bundleFiles,
  bundleSubmission,
  emptyFolder,
  FileNameError,
  linkFiles,
  type NamedFile,
  placeFiles,
  type SourceBundle,
  type SourceFiles,
  type Submission,
} from '#compile/source-bundle.ts';
import type { Compiler, InstalledLanguage } from '#languages/installed.ts';
import type { Toolchain } from '#languages/toolchain.ts';
import { COMPILE_LIMITS, COMPILER_TEXT_KB, PROGRAM_MAX_KB, wallLimitMs } from '#run/limits.ts';
import type { Program } from '#run/program.ts';
import { BASE_ENV } from '#run/run-environment.ts';
import { signalName } from '#run/signals.ts';
import type { RunLimits, RunRequest, RunResult, SandboxSlot } from '#sandbox/sandbox.ts';

export type Compilation =
  /** `cpuMs` is the compiler's CPU time, 0 from the cache; `text` is what it said all the same, such as warnings. */
  | { kind: 'program'; program: Program; fromCache: boolean; cpuMs: number; text: string }
  | { kind: 'rejected'; text: string; cpuMs: number }
  /** Fault of the judge. */
  | { kind: 'failed'; detail: string };

/** Parts of the judge that compiling uses. */
export interface CompilerTools {
  programs: ProgramCache;
  headers: PrecompiledHeaders;
  archives: ClassArchives;
  runtimes: RuntimeFiles;
  underway: Underway;
}

/**
 * Compilations in progress by all that decides their end. Whoever wants the same program meanwhile waits for it, and for its
 * refusal by the compiler, too. After a fault of the judge (null: an error) the next one tries.
 */
export type Underway = Map<string, Promise<Compiling | null>>;

/** Limits of compilations that a package states. */
export type StatedLimits = Partial<Pick<RunLimits, 'cpuMs' | 'wallMs' | 'memoryKb'>>;

/** Container and host folder for the files of one compilation. */
export interface CompileBench {
  container: SandboxSlot;
  folder: string;
}

/**
 * Compiles a submission in the sandbox, or returns the cached program.
 *
 * @param submission its text, or with files of its own beside the text
 * @param companions files of the problem that are compiled with it
 * @param asked set where one of them imports the submission by a name
 * @param stated limits of the problem's package in place of ours
 */
export async function compile(
  tools: CompilerTools,
  bench: CompileBench,
  language: Compiler,
  submission: string | Submission,
  companions: readonly NamedFile[] = [],
  asked?: AskedModule,
  stated: StatedLimits = {},
): Promise<Compilation> {
  return compileBundle(tools, bench, language, {
    limits: { ...compileLimits(language.toolchain, SUBMISSION_SHARE), ...stated },
    stated,
    gather: () => bundleSubmission(language.toolchain, asSubmission(submission), companions, asked),
  });
}

const asSubmission = (given: string | Submission): Submission =>
  typeof given === 'string' ? { text: given } : given;

/** Compiles an author's program of several files in the sandbox, or returns the cached program. */
export async function compileFiles(
  tools: CompilerTools,
  bench: CompileBench,
  language: Compiler,
  files: SourceFiles,
): Promise<Compilation> {
  return compileBundle(tools, bench, language, {
    limits: compileLimits(language.toolchain, AUTHOR_SHARE),
    gather: () => bundleFiles(language.toolchain, files),
  });
}

interface CompilationJob {
  limits: RunLimits;
  stated?: StatedLimits;
  gather: () => Promise<SourceBundle>;
}

async function compileBundle(
  tools: CompilerTools,
  bench: CompileBench,
  language: Compiler,
  { limits, stated = {}, gather }: CompilationJob,
): Promise<Compilation> {
  const bundle = await gather().catch((error: unknown) => {
    if (error instanceof FileNameError) return error;
    throw error;
  });
  if (bundle instanceof FileNameError) return { kind: 'rejected', text: bundle.message, cpuMs: 0 };
  const key = programKey(language, bundle, stated);
  // Without the limits, an author's program would share the refusal of the same one that a participant sent.
  const work = `${key} ${JSON.stringify(limits)}`;
  let same: Promise<Compiling | null> | undefined;
  do {
    const refusal = await same;
    if (refusal?.kind === 'rejected') return refusal;
    const ready = tools.programs.hold(key);
    if (ready) return outcomeOf(null, programIn(ready, language, bundle));
    same = tools.underway.get(work);
  } while (same);

  const ended = Promise.withResolvers<Compiling | null>();
  tools.underway.set(work, ended.promise);
  let end: Compiling | null = null;
  try {
    const made = await tools.programs.add(key, async (folder) => {
      end = await compileInto(folder, tools, { ...bench, limits }, language, bundle);
      return end.kind === 'done';
    });
    return outcomeOf(end, made && programIn(made, language, bundle));
  } finally {
    tools.underway.delete(work);
    ended.resolve(end);
  }
}

/** End of a compiler's run. */
type Compiling = { kind: 'done'; cpuMs: number } | Extract<Compilation, { kind: 'rejected' | 'failed' }>;

/** @param end null when the program was there, or another slot compiled it meanwhile */
function outcomeOf(end: Compiling | null, program: Program | null): Compilation {
  if (program) {
    const cpuMs = end?.kind === 'done' ? end.cpuMs : 0;
    const text = readCleanText([join(program.folder, SAID)]);
    return { kind: 'program', program, fromCache: end === null, cpuMs, text };
  }
  if (end === null || end.kind === 'done') return { kind: 'failed', detail: 'the compiler left no program' };
  return end;
}

function programIn(held: HeldProgram, language: Compiler, { source }: SourceBundle): Program {
  const { toolchain } = language;
  return {
    language,
    folder: held.folder,
    argv: (memoryLimitKb) => toolchain.run(source, memoryLimitKb, toolchain.options.run),
    [Symbol.dispose]: () => held[Symbol.dispose](),
  };
}

/**
 * Returns the name of a program: a hash of everything that decides the compiler's output. Under limits of a package a
 * program that was compiled within other ones does not count.
 */
function programKey({ key, stamp }: Compiler, { sha256 }: SourceBundle, stated: StatedLimits): string {
  const limits = Object.keys(stated).length > 0 ? [stated] : [];
  return createHash('sha256')
    .update(JSON.stringify([key, stamp, sha256, ...limits]))
    .digest('hex');
}

/** Runs the compiler, which leaves the program in `folder`. */
async function compileInto(
  folder: string,
  tools: CompilerTools,
  { container, folder: work, limits }: CompileBench & { limits: RunLimits },
  { toolchain }: Compiler,
  bundle: SourceBundle,
): Promise<Compiling> {
  const files = { stage: join(work, 'stage'), stdout: join(work, 'stdout'), stderr: join(work, 'stderr') };
  const { source } = bundle;
  const outputs = toolchain.outputs(source);
  // Where the source itself runs, all of its files are the program, unchanged.
  const isInterpreted = outputs.some(({ name }) => name === source.fileName);
  const filesOut = isInterpreted
    ? []
    : outputs.map((output) => ({ ...output, to: join(folder, output.name) }));
  // What a container has seen is made anew; the folder that nobody saw is emptied, which costs less.
  let isStageShown = true;
  try {
    const staged = await stageSources(files.stage, tools, toolchain, bundle);
    isStageShown = staged.box === files.stage;
    const run = await container.run({
      env: { ...BASE_ENV, ...toolchain.compileEnv },
      stdout: files.stdout,
      stderr: files.stderr,
      stderrKb: COMPILER_TEXT_KB,
      ...staged,
      filesOut: filesOut.map((output) => ({ ...output, maxKb: PROGRAM_MAX_KB })),
      limits,
    });
    if (run.cause === 'internal')
      return { kind: 'failed', detail: `sandbox: ${run.message ?? 'unknown failure'}` };
    const cpuMs = Math.round(run.cpuUs / 1000);
    const complaint = complaintOf(run, { outputs: filesOut.length, limits });
    if (complaint !== null) {
      const said = readCleanText([files.stdout, files.stderr]);
      return {
        kind: 'rejected',
        text: textOf(complaint || (DISK_FULL.test(said) ? NO_ROOM : ''), said),
        cpuMs,
      };
    }
    if (isInterpreted && isStageShown) await placeFiles(bundle, folder);
    else if (isInterpreted) linkFiles(bundle, sourcesIn(files.stage), folder);
    keepWords(folder, toolchain, [files.stdout, files.stderr]);
    const { runtimeFile } = toolchain;
    if (runtimeFile) linkSync(await tools.runtimes.file(runtimeFile), join(folder, runtimeFile.name));
    return { kind: 'done', cpuMs };
  } finally {
    if (isStageShown) rmSync(files.stage, { recursive: true, force: true });
    else emptyFolder(sourcesIn(files.stage));
    // What the compiler said stays for the next one to be written over: a removed file slows down all that are made after it.
  }
}

/** File beside a cached program with what its compiler said; no file of a program begins with a point. */
const SAID = '.compiler-said';

/** Keeps what a compiler said of a program, so that a verdict from the cache shows it, too. */
function keepWords(folder: string, { smallTalk }: Toolchain, paths: readonly string[]): void {
  const text = readCleanText(paths);
  const said = (smallTalk ? text.replace(smallTalk, '') : text).trim();
  if (said !== '') writeFileSync(join(folder, SAID), said);
}

/** Largest number of files that the sandbox copies into a run by name. */
const COPIED_FILES_MAX = 32;

const sourcesIn = (stage: string) => join(stage, 'sources');

/** Brings the sources into /w, where the compiler works: one by one, or a whole tree through /box. */
async function stageSources(
  stage: string,
  tools: CompilerTools,
  toolchain: Toolchain,
  { source, files, ...bundle }: SourceBundle,
): Promise<Pick<RunRequest, 'argv' | 'box' | 'filesIn'>> {
  const sources = sourcesIn(stage);
  await placeFiles({ ...bundle, files }, sources);
  const argv = toolchain.compile(source, toolchain.options.compile);
  const { runtimeFile } = toolchain;
  if (files.length <= COPIED_FILES_MAX && files.every(({ name }) => !name.includes('/'))) {
    const box = await compileBox(tools, toolchain);
    const filesIn = files.map(({ name }) => ({ from: join(sources, name), name }));
    // Other files might stand in for a standard header, or be compiled by the same command.
    const isAlone = files.length === 1 && toolchain.precompiledHeader;
    const options = isAlone ? tools.headers.options(isAlone, source.text) : [];
    return { argv: [...argv, ...options], filesIn, ...(box === null ? {} : { box }) };
  }
  if (runtimeFile) linkSync(await tools.runtimes.file(runtimeFile), join(stage, runtimeFile.name));
  return { argv: ['/bin/sh', '-c', 'cp -R /box/sources/. . && exec "$@"', 'sh', ...argv], box: stage };
}

const SUBMISSION_SHARE = 1;
/** Factor of the CPU limit for authors' programs: they include testlib and are compiled once per problem version. */
const AUTHOR_SHARE = 3;

function compileLimits({ compileCpuMs }: Toolchain, share: number): RunLimits {
  const cpuMs = share * compileCpuMs;
  return { ...COMPILE_LIMITS, cpuMs, wallMs: wallLimitMs(cpuMs) };
}

const textOf = (complaint: string, said: string) =>
  [complaint, said].filter((part) => part !== '').join('\n');

/** Returns the folder that the compiler sees as /box. */
async function compileBox(
  tools: CompilerTools,
  toolchain: InstalledLanguage['toolchain'],
): Promise<string | null> {
  if (toolchain.runtimeFile) return tools.runtimes.folder(toolchain.runtimeFile);
  if (toolchain.precompiledHeader) return tools.headers.folder(toolchain.precompiledHeader);
  if (toolchain.classArchive) return tools.archives.folder(toolchain.classArchive);
  return null;
}

/** Messages of compilers, assemblers and linkers about files that do not fit into the compiler's scratch directory. */
const DISK_FULL = /No space left on device|File too large|file truncated/;
const FILL_ARRAYS = 'a large array must be filled by the program itself, not by its initializer.';
const NO_ROOM = `The compiler had no room left: its files may take ${COMPILE_LIMITS.scratchKb / 1024} MB together, and ${FILL_ARRAYS}`;
const TOO_LARGE = `A program file may have ${PROGRAM_MAX_KB / 1024} MB: ${FILL_ARRAYS}`;

/** Returns a complaint about a compiler's run: null when it succeeded, empty when its own text is enough. */
function complaintOf(
  run: RunResult,
  { outputs, limits }: { outputs: number; limits: RunLimits },
): string | null {
  switch (run.cause) {
    case 'cpu':
      return `The compilation took too long: its limit is ${limits.cpuMs / 1000} s of processor time.`;
    case 'wall':
      return `The compilation took too long: it may last ${limits.wallMs / 1000} s.`;
    case 'memory':
      return `The compilation took too much memory: its limit is ${Math.round(limits.memoryKb / 1024)} MB.`;
    case 'output':
      return 'The compiler wrote too much.';
    case 'signal':
      return `The compiler was ended by ${signalName(run.signal)}.`;
    case 'security':
      return 'The compilation tried something forbidden.';
    default:
      if (run.exitCode !== 0) return '';
      if (run.fetched.length === outputs) return null;
      return `The program is missing. ${TOO_LARGE}`;
  }
}
