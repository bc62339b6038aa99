import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CompilerTools, compile } from '#compile/compile.ts';
import type { HelloTimes, InstalledLanguage } from '#languages/installed.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import { BASE_ENV } from '#run/run-environment.ts';

const MEMORY_KB = 256 * 1024;
const LIMITS = { cpuMs: 10_000, wallMs: 20_000, outputKb: 64, scratchKb: 16 * 1024 };

/** Compiles and runs the language's hello world; returns the times taken, or a complaint. */
export async function sayHello(
  tools: CompilerTools,
  slot: JudgingSlot,
  language: InstalledLanguage,
): Promise<HelloTimes | string> {
  const { hello, runtimeMemoryKb, processes, runEnv } = language.toolchain;
  const startedMs = performance.now();
  const compiled = await compile(tools, { container: slot.program, folder: slot.folder }, language, hello);
  if (compiled.kind === 'failed') return compiled.detail;
  if (compiled.kind === 'rejected') return lastLines(compiled.text);
  using program = compiled.program;
  const compiledMs = performance.now();

  const files = { stdin: join(slot.folder, 'input'), stdout: join(slot.folder, 'output') };
  const stderr = join(slot.folder, 'stderr');
  await writeFile(files.stdin, 'balloon\n');
  const run = await slot.program.run({
    argv: program.argv(MEMORY_KB),
    env: { ...BASE_ENV, ...runEnv },
    ...files,
    stderr,
    box: program.folder,
    limits: { ...LIMITS, memoryKb: MEMORY_KB + runtimeMemoryKb, processes },
  });
  const said = (await readFile(files.stdout, 'utf8')).trim();
  if (run.cause === 'exit' && run.exitCode === 0 && said === 'hello balloon') {
    return { compileMs: compiledMs - startedMs, runMs: run.wallUs / 1000 };
  }
  const complaint = lastLines((await readFile(stderr, 'utf8')).trim());
  return `${run.cause} ${run.message ?? run.exitCode ?? run.signal ?? ''} ${complaint}`.trim();
}

function lastLines(text: string): string {
  return text.split('\n').slice(-2).join(' / ').slice(0, 300);
}
