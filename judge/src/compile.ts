import { createHash } from 'node:crypto';
import { linkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readCleanText } from '#compiler-text.ts';
import type { InstalledLanguage } from '#languages/installed.ts';
import type { Toolchain } from '#languages/toolchain.ts';
import { COMPILE_LIMITS, COMPILER_TEXT_KB, PROGRAM_MAX_KB } from '#limits.ts';
import type { PrecompiledHeaders } from '#precompiled-headers.ts';
import type { HeldProgram, ProgramCache } from '#program-cache.ts';
import { BASE_ENV } from '#run-environment.ts';
import type { RuntimeFiles } from '#runtime-files.ts';
import type { RunLimits, RunRequest, RunResult, SandboxSlot } from '#sandbox/sandbox.ts';
import { signalName } from '#signals.ts';
import {
  bundleFiles,
  bundleText,
  FileNameError,
  type NamedFile,
  placeFiles,
  type SourceBundle,
  type SourceFiles,
} from '#source-bundle.ts';

/** An installed language, or the commands that a program brings itself; see script-programs.ts. */
export interface Compiler extends Pick<InstalledLanguage, 'toolchain' | 'version' | 'stamp'> {
  key: string;
}

/** A program ready to run, kept in the cache until it is disposed of. */
export interface Program extends Disposable {
  language: Compiler;
  /** Shown as /box. */
  folder: string;
  /** Its command line inside the container under a memory limit. */
  argv(memoryLimitKb: number): readonly string[];
}

export type Compilation =
  | { kind: 'program'; program: Program; fromCache: boolean }
  | { kind: 'rejected'; text: string }
  /** Our own trouble. */
  | { kind: 'failed'; detail: string };

/** What compiling needs of the judge. */
export interface CompilerTools {
  programs: ProgramCache;
  headers: PrecompiledHeaders;
  runtimes: RuntimeFiles;
}

/** A container and a host folder of its own for the files of one compilation. */
export interface CompileBench {
  container: SandboxSlot;
  folder: string;
}

/**
 * Compiles a submission in the sandbox, or finds it compiled already.
 *
 * @param companions files of the problem that are compiled with it
 */
export async function compile(
  tools: CompilerTools,
  bench: CompileBench,
  language: Compiler,
  text: string,
  companions: readonly NamedFile[] = [],
): Promise<Compilation> {
  return compileBundle(tools, bench, language, () => bundleText(language.toolchain, text, companions));
}

/** Compiles a program of several files in the sandbox, or finds it compiled already. */
export async function compileFiles(
  tools: CompilerTools,
  bench: CompileBench,
  language: Compiler,
  files: SourceFiles,
): Promise<Compilation> {
  return compileBundle(tools, bench, language, () => bundleFiles(language.toolchain, files));
}

async function compileBundle(
  tools: CompilerTools,
  bench: CompileBench,
  language: Compiler,
  gather: () => Promise<SourceBundle>,
): Promise<Compilation> {
  const bundle = await gather().catch((error: unknown) => {
    if (error instanceof FileNameError) return error;
    throw error;
  });
  if (bundle instanceof FileNameError) return { kind: 'rejected', text: bundle.message };
  const key = programKey(language, bundle);
  const ready = tools.programs.hold(key);
  if (ready) return { kind: 'program', program: programIn(ready, language, bundle), fromCache: true };

  let refusal: Compilation | null = null;
  const made = await tools.programs.add(key, async (folder) => {
    refusal = await compileInto(folder, tools, bench, language, bundle);
    return refusal === null;
  });
  if (made) return { kind: 'program', program: programIn(made, language, bundle), fromCache: false };
  return refusal ?? { kind: 'failed', detail: 'the compiler left no program' };
}

function programIn(held: HeldProgram, language: Compiler, { source }: SourceBundle): Program {
  return {
    language,
    folder: held.folder,
    argv: (memoryLimitKb) => language.toolchain.run(source, memoryLimitKb),
    [Symbol.dispose]: () => held[Symbol.dispose](),
  };
}

/** Names a program by everything that decides what comes out of the compiler. */
function programKey({ key, stamp }: Compiler, { sha256 }: SourceBundle): string {
  return createHash('sha256')
    .update(JSON.stringify([key, stamp, sha256]))
    .digest('hex');
}

/** Null when the program lies in `folder`, else why not. */
async function compileInto(
  folder: string,
  tools: CompilerTools,
  { container, folder: work }: CompileBench,
  { toolchain }: Compiler,
  bundle: SourceBundle,
): Promise<Compilation | null> {
  const files = { stage: join(work, 'stage'), stdout: join(work, 'stdout'), stderr: join(work, 'stderr') };
  const { source } = bundle;
  const outputs = toolchain.outputs(source);
  // Where the source itself is what runs, all of its files are the program, as they came.
  const isInterpreted = outputs.some(({ name }) => name === source.fileName);
  const filesOut = isInterpreted
    ? []
    : outputs.map((output) => ({ ...output, to: join(folder, output.name) }));
  try {
    const run = await container.run({
      env: { ...BASE_ENV, ...toolchain.compileEnv },
      stdout: files.stdout,
      stderr: files.stderr,
      stderrKb: COMPILER_TEXT_KB,
      ...(await stageSources(files.stage, tools, toolchain, bundle)),
      filesOut: filesOut.map((output) => ({ ...output, maxKb: PROGRAM_MAX_KB })),
      limits: compileLimits(toolchain),
    });
    if (run.cause === 'internal')
      return { kind: 'failed', detail: `sandbox: ${run.message ?? 'unknown failure'}` };
    const complaint = complaintOf(run, filesOut.length);
    if (complaint !== null) return rejected(complaint, readCleanText([files.stdout, files.stderr]));
    if (isInterpreted) await placeFiles(bundle, folder);
    const { runtimeFile } = toolchain;
    if (runtimeFile) linkSync(await tools.runtimes.file(runtimeFile), join(folder, runtimeFile.name));
    return null;
  } finally {
    await Promise.all(Object.values(files).map((path) => rm(path, { recursive: true, force: true })));
  }
}

/** The sandbox copies so many files into a run, by plain names. */
const COPIED_FILES_MAX = 32;

/** Brings the sources into /w, where the compiler works: one by one, or a whole tree through /box. */
async function stageSources(
  stage: string,
  tools: CompilerTools,
  toolchain: Toolchain,
  { source, files, ...bundle }: SourceBundle,
): Promise<Pick<RunRequest, 'argv' | 'box' | 'filesIn'>> {
  const sources = join(stage, 'sources');
  await placeFiles({ ...bundle, files }, sources);
  const argv = toolchain.compile(source);
  const { runtimeFile } = toolchain;
  if (files.length <= COPIED_FILES_MAX && files.every(({ name }) => !name.includes('/'))) {
    const box = await compileBox(tools, toolchain);
    const filesIn = files.map(({ name }) => ({ from: join(sources, name), name }));
    return { argv, filesIn, ...(box === null ? {} : { box }) };
  }
  if (runtimeFile) linkSync(await tools.runtimes.file(runtimeFile), join(stage, runtimeFile.name));
  return { argv: ['/bin/sh', '-c', 'cp -R /box/sources/. . && exec "$@"', 'sh', ...argv], box: stage };
}

function compileLimits({ compileCpuMs = COMPILE_LIMITS.cpuMs }: Toolchain): RunLimits {
  return { ...COMPILE_LIMITS, cpuMs: compileCpuMs, wallMs: 2 * compileCpuMs };
}

function rejected(complaint: string, said: string): Compilation {
  return { kind: 'rejected', text: [complaint, said].filter((part) => part !== '').join('\n') };
}

/** What the compiler is shown as /box. */
async function compileBox(
  tools: CompilerTools,
  toolchain: InstalledLanguage['toolchain'],
): Promise<string | null> {
  if (toolchain.runtimeFile) return tools.runtimes.folder(toolchain.runtimeFile);
  if (toolchain.precompiledHeader) return tools.headers.folder(toolchain.precompiledHeader);
  return null;
}

/** Null when the compiler succeeded; empty when its own words are enough. */
function complaintOf(run: RunResult, outputs: number): string | null {
  switch (run.cause) {
    case 'cpu':
    case 'wall':
      return 'The compilation took too long.';
    case 'memory':
      return 'The compilation took too much memory.';
    case 'output':
      return 'The compiler wrote too much.';
    case 'signal':
      return `The compiler was ended by ${signalName(run.signal)}.`;
    case 'security':
      return 'The compilation tried something forbidden.';
    default:
      if (run.exitCode !== 0) return '';
      if (run.fetched.length === outputs) return null;
      return `The program is missing or larger than ${PROGRAM_MAX_KB / 1024} MB.`;
  }
}
