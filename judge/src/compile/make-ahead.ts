import { createHash } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { COMPILE_LIMITS, wallLimitMs } from '#run/limits.ts';
import { BASE_ENV } from '#run/run-environment.ts';
import type { SandboxSlot } from '#sandbox/sandbox.ts';

/** File that a compiler makes once, before the compilations that become faster by it. */
export interface FileAhead {
  /** Command that reads the source by its name and writes `output`, both in its working folder. */
  argv: readonly string[];
  source: string;
  output: string;
  /** Path on the host that the file gets when it is whole. */
  to: string;
  maxKb: number;
}

const AHEAD_CPU_MS = 60_000;

/** Makes the file in the sandbox. Resolves to how the compiler ended when there is none, or null. */
export async function makeAhead(
  container: SandboxSlot,
  { argv, source, output, to, maxKb }: FileAhead,
): Promise<string | null> {
  const part = `${to}.part`;
  try {
    const run = await container.run({
      argv,
      env: BASE_ENV,
      filesIn: [{ from: source, name: basename(source) }],
      filesOut: [{ name: output, to: part, maxKb }],
      limits: { ...COMPILE_LIMITS, cpuMs: AHEAD_CPU_MS, wallMs: wallLimitMs(AHEAD_CPU_MS) },
    });
    if (!run.fetched.includes(output) || run.exitCode !== 0)
      return `${run.cause} ${run.message ?? run.exitCode ?? ''}`;
    // A file that has its name is taken for whole for ever, also after a power cut.
    await bringToDisk(part);
    await rename(part, to);
    return null;
  } finally {
    await rm(part, { force: true });
  }
}

async function bringToDisk(path: string): Promise<void> {
  await using file = await open(path);
  await file.sync();
}

/** Returns the folder for files of a name that are made from these ingredients. */
export function folderAhead(root: string, name: string, ingredients: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(ingredients)).digest('hex');
  return join(root, `${name}-${hash.slice(0, 16)}`);
}

/** Removes the folders of the same name that older compilers made. */
export async function removeOlder(name: string, kept: string): Promise<void> {
  const root = dirname(kept);
  for (const found of await readdir(root)) {
    const folder = join(root, found);
    if (found.startsWith(`${name}-`) && folder !== kept) await rm(folder, { recursive: true, force: true });
  }
}
