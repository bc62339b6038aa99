import { createHash } from 'node:crypto';
import { linkSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCleanText } from '#compiler-text.ts';
import type { InstalledLanguage } from '#languages/installed.ts';
import type { SourceText, Toolchain } from '#languages/toolchain.ts';
import { COMPILE_LIMITS, COMPILER_TEXT_KB, PROGRAM_MAX_KB } from '#limits.ts';
import type { PrecompiledHeaders } from '#precompiled-headers.ts';
import type { HeldProgram, ProgramCache } from '#program-cache.ts';
import { BASE_ENV } from '#run-environment.ts';
import type { RuntimeFiles } from '#runtime-files.ts';
import type { RunLimits, RunResult, SandboxSlot } from '#sandbox/sandbox.ts';
import { signalName } from '#signals.ts';

/** A program ready to run, kept in the cache until it is disposed of. */
export interface Program extends Disposable {
  language: InstalledLanguage;
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

/** Compiles a source in the sandbox, or finds it compiled already. */
export async function compile(
  tools: CompilerTools,
  bench: CompileBench,
  language: InstalledLanguage,
  text: string,
): Promise<Compilation> {
  const source: SourceText = { text, fileName: language.toolchain.fileName(text) };
  const key = programKey(language, source);
  const ready = tools.programs.hold(key);
  if (ready) return { kind: 'program', program: programIn(ready, language, source), fromCache: true };

  let refusal: Compilation | null = null;
  const made = await tools.programs.add(key, async (folder) => {
    refusal = await compileInto(folder, tools, bench, language, source);
    return refusal === null;
  });
  if (made) return { kind: 'program', program: programIn(made, language, source), fromCache: false };
  return refusal ?? { kind: 'failed', detail: 'the compiler left no program' };
}

function programIn(held: HeldProgram, language: InstalledLanguage, source: SourceText): Program {
  return {
    language,
    folder: held.folder,
    argv: (memoryLimitKb) => language.toolchain.run(source, memoryLimitKb),
    [Symbol.dispose]: () => held[Symbol.dispose](),
  };
}

/** Names a program by everything that decides what comes out of the compiler. */
function programKey({ key, stamp }: InstalledLanguage, { fileName, text }: SourceText): string {
  return createHash('sha256')
    .update(JSON.stringify([key, stamp, fileName, text]))
    .digest('hex');
}

/** Null when the program lies in `folder`, else why not. */
async function compileInto(
  folder: string,
  tools: CompilerTools,
  { container, folder: work }: CompileBench,
  { toolchain }: InstalledLanguage,
  source: SourceText,
): Promise<Compilation | null> {
  const files = { source: join(work, 'source'), stdout: join(work, 'stdout'), stderr: join(work, 'stderr') };
  const outputs = toolchain.outputs(source).map((output) => ({ ...output, to: join(folder, output.name) }));
  const box = await compileBox(tools, toolchain);
  await writeFile(files.source, source.text);
  try {
    const run = await container.run({
      argv: toolchain.compile(source),
      env: { ...BASE_ENV, ...toolchain.compileEnv },
      stdout: files.stdout,
      stderr: files.stderr,
      stderrKb: COMPILER_TEXT_KB,
      ...(box === null ? {} : { box }),
      filesIn: [{ from: files.source, name: source.fileName }],
      filesOut: outputs.map((output) => ({ ...output, maxKb: PROGRAM_MAX_KB })),
      limits: compileLimits(toolchain),
    });
    if (run.cause === 'internal')
      return { kind: 'failed', detail: `sandbox: ${run.message ?? 'unknown failure'}` };
    const complaint = complaintOf(run, outputs.length);
    if (complaint !== null) return rejected(complaint, readCleanText([files.stdout, files.stderr]));
    const { runtimeFile } = toolchain;
    if (runtimeFile) linkSync(await tools.runtimes.file(runtimeFile), join(folder, runtimeFile.name));
    return null;
  } finally {
    await Promise.all(Object.values(files).map((path) => rm(path, { force: true })));
  }
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
