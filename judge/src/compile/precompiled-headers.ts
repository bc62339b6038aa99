import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COMPILE_LIMITS, wallLimitMs } from '#run/limits.ts';
import { BASE_ENV } from '#run/run-environment.ts';
import type { SandboxSlot } from '#sandbox/sandbox.ts';

/** Recipe of one flavour of the header: the compiler with the same flags as in compilations. */
export interface HeaderRecipe {
  argv: readonly string[];
  name: string;
}

/**
 * `bits/stdc++.h`, precompiled for each flag set: a typical C++ compilation then takes a quarter of the time.
 *
 * gcc uses a file `bits/stdc++.h.gch` that it finds on its include path before the header itself, provided that
 * it was made by the same compiler with the same flags and is the first thing a source includes; otherwise it
 * silently reads the real header. So the precompiled file changes the time and never the program.
 */
export interface PrecompiledHeaders {
  /** Returns the folder to show as /box, or null while there is none. */
  folder(recipe: HeaderRecipe): string | null;
  /** Makes a missing precompiled header, in a container of its own. Resolves to a complaint, or null. */
  make(container: SandboxSlot, recipe: HeaderRecipe, stamp: string): Promise<string | null>;
}

const HEADER_CPU_MS = 60_000;
/** Limit in KB; a header has about 120 MB with gcc 12. */
const HEADER_MAX_KB = 512 * 1024;
const FILE = 'stdc++.h.gch';

export function openPrecompiledHeaders(root: string): PrecompiledHeaders {
  const ready = new Map<string, string>();
  return {
    folder: ({ name }) => ready.get(name) ?? null,
    async make(container, recipe, stamp) {
      const folder = join(root, `${recipe.name}-${shortHash([stamp, recipe.argv])}`);
      if (!existsSync(join(folder, 'bits', FILE))) {
        const complaint = await precompile(container, recipe, folder);
        if (complaint !== null) return complaint;
        await removeOthers(root, recipe, folder);
      }
      ready.set(recipe.name, folder);
      return null;
    },
  };
}

async function precompile(
  container: SandboxSlot,
  recipe: HeaderRecipe,
  folder: string,
): Promise<string | null> {
  await mkdir(join(folder, 'bits'), { recursive: true });
  const source = join(folder, 'all.h');
  const part = join(folder, `${FILE}.part`);
  await writeFile(source, '#include <bits/stdc++.h>\n');
  try {
    const run = await container.run({
      argv: [...recipe.argv, '-x', 'c++-header', '-o', FILE, 'all.h'],
      env: BASE_ENV,
      filesIn: [{ from: source, name: 'all.h' }],
      filesOut: [{ name: FILE, to: part, maxKb: HEADER_MAX_KB }],
      limits: { ...COMPILE_LIMITS, cpuMs: HEADER_CPU_MS, wallMs: wallLimitMs(HEADER_CPU_MS) },
    });
    if (!run.fetched.includes(FILE) || run.exitCode !== 0) {
      return `bits/stdc++.h could not be precompiled (${recipe.name}): ${run.cause} ${run.message ?? run.exitCode ?? ''}`;
    }
    await rename(part, join(folder, 'bits', FILE));
    return null;
  } finally {
    await rm(part, { force: true });
  }
}

/** Removes headers of older compilers. */
async function removeOthers(root: string, recipe: HeaderRecipe, kept: string): Promise<void> {
  for (const name of await readdir(root)) {
    const folder = join(root, name);
    if (name.startsWith(`${recipe.name}-`) && folder !== kept)
      await rm(folder, { recursive: true, force: true });
  }
}

function shortHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}
