import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { LanguageKey } from '@balloon/domain/languages/languages.ts';
import { errorText } from '@balloon/worker/log.ts';
import { z } from 'zod';
import type { CompilerTools } from '#compile/compile.ts';
import type { InstalledLanguage } from '#languages/installed.ts';
import type { MissingLanguage } from '#languages/missing.ts';
import { TOOLCHAINS } from '#languages/table.ts';
import type { Toolchain } from '#languages/toolchain.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import type { SandboxMode } from '#sandbox/sandbox.ts';
import { sayHello } from '#workshop/hello.ts';

export interface FoundLanguages {
  languages: Map<LanguageKey, InstalledLanguage>;
  /** Languages that this machine lacks, or has and cannot use. */
  missing: MissingLanguage[];
}

/** Languages found by the previous start; with unchanged tools they are not tried again. */
const Remembered = z.record(z.string(), z.object({ stamp: z.string(), version: z.string() }));
type Remembered = z.infer<typeof Remembered>;

interface FindOptions {
  /** File that keeps the languages between starts. */
  memory: string;
  mode: SandboxMode;
  tools: CompilerTools;
  /** Slots, each of which tries one language at a time. */
  slots: readonly JudgingSlot[];
  /** Languages to look for; all that there are by default. */
  toolchains?: Readonly<Partial<Record<LanguageKey, Toolchain>>>;
}

/**
 * Finds the languages of this machine; each has compiled and run a program in this sandbox, now or at an earlier
 * start.
 */
export async function findLanguages({
  memory,
  mode,
  tools,
  slots,
  toolchains = TOOLCHAINS,
}: FindOptions): Promise<FoundLanguages> {
  const remembered = await readMemory(memory);
  const found: FoundLanguages = { languages: new Map(), missing: [] };
  const toTry: InstalledLanguage[] = [];
  for (const [key, toolchain] of Object.entries(toolchains) as [LanguageKey, Toolchain][]) {
    const stamp = await stampOf(toolchain, mode);
    if (stamp === null) found.missing.push({ key, trouble: null });
    else if (remembered[key]?.stamp === stamp)
      found.languages.set(key, { key, toolchain, ...remembered[key] });
    else toTry.push({ key, toolchain, stamp, version: '' });
  }
  await Promise.all(slots.map((slot) => tryAll(toTry, tools, slot, found)));
  found.languages = inOrder(found.languages);
  await writeMemory(memory, found.languages);
  return found;
}

function inOrder(languages: FoundLanguages['languages']): FoundLanguages['languages'] {
  const order = Object.keys(TOOLCHAINS);
  return new Map([...languages].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
}

/** Takes languages from the common list until it is empty. */
async function tryAll(
  toTry: InstalledLanguage[],
  tools: CompilerTools,
  slot: JudgingSlot,
  found: FoundLanguages,
) {
  for (let untried = toTry.shift(); untried; untried = toTry.shift()) {
    const { key } = untried;
    const { language, trouble } = await tryOut(untried, tools, slot);
    if (trouble === null) found.languages.set(key, language);
    else found.missing.push({ key, trouble });
  }
}

async function tryOut(untried: InstalledLanguage, tools: CompilerTools, slot: JudgingSlot) {
  try {
    const language = { ...untried, version: await readVersion(untried.toolchain) };
    const hello = await sayHello(tools, slot, language);
    if (typeof hello === 'string') return { language, trouble: hello };
    return { language: { ...language, hello }, trouble: null };
  } catch (error) {
    // A broken compiler must not keep the judge from the other languages.
    return { language: untried, trouble: errorText(error) };
  }
}

/** Hash that changes when a tool is upgraded or its call changes; null when a tool is missing. */
async function stampOf(toolchain: Toolchain, mode: SandboxMode): Promise<string | null> {
  const parts: unknown[] = [mode, toolchain.hello, toolchain.compileEnv ?? null];
  const source = { text: toolchain.hello, fileName: toolchain.fileName(toolchain.hello) };
  const { options } = toolchain;
  parts.push(toolchain.compile(source, options.compile), toolchain.run(source, 65_536, options.run));
  parts.push(toolchain.processes);
  for (const tool of toolchain.tools) {
    const path = await realpath(tool).catch(() => null);
    if (path === null) return null;
    const { size, mtimeMs } = await stat(path);
    parts.push([path, size, mtimeMs]);
  }
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

const VERSION_MAX = 200;

/**
 * Command prefix with a time limit in seconds. A compiler may be a script: `timeout` also ends the processes that it
 * started.
 */
const WITHIN = ['/usr/bin/timeout', '--kill-after=1', '60'] as const;

/** Reads the version outside the sandbox: these are the machine's own programs. Java prints it to standard error. */
async function readVersion({ versionArgv, versionLine }: Toolchain): Promise<string> {
  const [command, ...args] = [...WITHIN, ...versionArgv];
  const { stdout, stderr } = await promisify(execFile)(command, args, { env: { LC_ALL: 'C' } });
  const lines = `${stdout}\n${stderr}`.split('\n').map((line) => line.trim());
  const line = lines.find((text) => text !== '' && (versionLine?.test(text) ?? true));
  return (line ?? 'unknown version').slice(0, VERSION_MAX);
}

async function readMemory(path: string): Promise<Remembered> {
  const text = await readFile(path, 'utf8').catch(() => '{}');
  try {
    return Remembered.parse(JSON.parse(text));
  } catch {
    return {}; // incomplete after a crash: every language is tried again
  }
}

async function writeMemory(path: string, languages: Map<LanguageKey, InstalledLanguage>): Promise<void> {
  const entries = [...languages].map(([key, { stamp, version }]) => [key, { stamp, version }]);
  const part = `${path}.${process.pid}.part`; // several judges may share the file
  await writeFile(part, JSON.stringify(Object.fromEntries(entries), null, 1));
  await rename(part, path);
}
