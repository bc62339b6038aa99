import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { leadingIncludes } from '#compile/leading-includes.ts';
import { folderAhead, makeAhead, removeOlder } from '#compile/make-ahead.ts';
import type { SandboxSlot } from '#sandbox/sandbox.ts';

/** Recipe of one flavour of the headers: the compiler with the same flags as in compilations. */
export interface HeaderRecipe {
  argv: readonly string[];
  name: string;
}

const ALL = 'bits/stdc++.h';

/** Precompiled header: its name on the include path, and what it includes. */
interface Header {
  name: string;
  includes: readonly string[];
}

/**
 * Headers that are precompiled, the best last. Half of all sources include `bits/stdc++.h`; the others include
 * these sets most often. More sets would save less time each, and cost 30 to 50 MB of disk per standard.
 */
const HEADERS: readonly Header[] = [
  { name: 'ahead/1.h', includes: ['iostream'] },
  { name: 'ahead/2.h', includes: ['iostream', 'vector', 'algorithm'] },
  { name: 'ahead/3.h', includes: ['iostream', 'vector', 'algorithm', 'string', 'map', 'set'] },
  { name: ALL, includes: [ALL] },
];

/** Header for sources in which `bits/stdc++.h` comes late: gcc then reads the name once more, beside the precompiled file. */
const REAL_ALL = `#include_next <${ALL}>\n`;

/**
 * Standard headers, precompiled for each flag set: a typical C++ compilation then takes a quarter to a half of the time.
 *
 * gcc uses a file `NAME.gch` that it finds on its include path before the header itself, provided that it was made by
 * the same compiler with the same flags and is the first thing a source includes; otherwise it silently reads the real
 * header. A set of headers is put in front of a source that includes all of them before anything else, never more than
 * that: a source that forgets a header must not compile. So the precompiled file changes the time and never the
 * program.
 */
export interface PrecompiledHeaders {
  /** Returns the folder to show as /box, or null while there is none. */
  folder(recipe: HeaderRecipe): string | null;
  /** Returns options of the compiler, which sees `folder` as /box, for a source that has no files beside it. */
  options(recipe: HeaderRecipe, source: string): readonly string[];
  /** Makes missing precompiled headers, in a container of its own. Resolves to a complaint, or null. */
  make(container: SandboxSlot, recipe: HeaderRecipe, stamp: string): Promise<string | null>;
}

/** Limit in KB; a header has about 120 MB with gcc 12. */
const HEADER_MAX_KB = 512 * 1024;

export function openPrecompiledHeaders(root: string): PrecompiledHeaders {
  const ready = new Map<string, { folder: string; headers: Header[] }>();
  return {
    folder: ({ name }) => ready.get(name)?.folder ?? null,
    options({ name }, source) {
      const included = leadingIncludes(source);
      // gcc finds a precompiled header of this name by itself.
      const [first] = included;
      if (first === ALL) return [];
      const fits = ({ includes }: Header) => includes.every((header) => included.has(header));
      const best = ready.get(name)?.headers.findLast(fits);
      return best ? ['-include', best.name] : [];
    },
    async make(container, recipe, stamp) {
      const folder = folderAhead(root, recipe.name, [stamp, recipe.argv, HEADERS, REAL_ALL]);
      const made = { folder, headers: [] as Header[] };
      // The most common one first: compilations use each as soon as it is there.
      for (const header of HEADERS.toReversed()) {
        const complaint = await precompile(container, recipe, folder, header);
        if (complaint !== null) return complaint;
        made.headers.unshift(header);
        ready.set(recipe.name, made);
      }
      await removeOlder(recipe.name, folder);
      return null;
    },
  };
}

/** Makes a precompiled header that is missing, with the header itself beside it: gcc may decline to use the former. */
async function precompile(
  container: SandboxSlot,
  recipe: HeaderRecipe,
  folder: string,
  { name, includes }: Header,
): Promise<string | null> {
  const made = join(folder, `${name}.gch`);
  if (existsSync(made)) return null;
  await mkdir(dirname(made), { recursive: true });
  await chmod(dirname(made), 0o755); // compilers have another uid, and the judge may run with a tight umask
  const source = join(folder, 'all.h');
  const text = includes.map((header) => `#include <${header}>\n`).join('');
  await writeFile(source, text);
  await writeFile(join(folder, name), name === ALL ? REAL_ALL : text);
  await chmod(join(folder, name), 0o644);
  const argv = [...recipe.argv, '-x', 'c++-header', '-o', 'all.gch', 'all.h'];
  const end = await makeAhead(container, { argv, source, output: 'all.gch', to: made, maxKb: HEADER_MAX_KB });
  return end && `${includes.join(', ')} could not be precompiled (${recipe.name}): ${end}`;
}
