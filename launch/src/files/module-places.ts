import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { flushCompileCache, registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Place of a module below the root, and how Node reads it. */
type Place = readonly [at: string, format: string];

/** Files that decide where modules lie, below the root. The second one is npm's list of installed packages. */
const DECIDING = ['package.json', 'node_modules/.package-lock.json'];

/** Keeps what was found and asks Node for modules again, as without a memory. */
let endRemembering = () => {};

/**
 * Remembers where imports lead, which costs more than a third of the time of loading thousands of modules: Node reads
 * `package.json` files for each import anew in each process. The memory holds no code. It is void when a package was
 * installed, a `package.json` of ours was changed, or Node is another one; whatever it lacks Node looks for itself.
 *
 * @param root folder of the repository; what lies elsewhere is not remembered
 * @param file lies where only those may write who decide what the site runs
 */
export function rememberPlaces(root: string, file: string): void {
  const stamp = stampOf(root);
  const base = `${pathToFileURL(root).href}/`;
  const known = readPlaces(file, stamp);
  const found: typeof known = new Map();
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const { parentURL, conditions } = context;
      if (!parentURL?.startsWith(base) || conditions.includes('require')) return next(specifier, context);
      const parent = parentURL.slice(base.length);
      const place = known.get(parent)?.[specifier];
      if (place) return { url: base + place[0], format: place[1], shortCircuit: true };
      const result = next(specifier, context);
      if (result.url.startsWith(base) && result.format) {
        const imports = found.get(parent) ?? {};
        imports[specifier] = [result.url.slice(base.length), result.format];
        found.set(parent, imports);
      }
      return result;
    },
  });
  endRemembering = () => {
    endRemembering = () => {};
    process.off('exit', keepPlaces);
    hooks.deregister();
    if (found.size === 0) return;
    flushCompileCache(); // a process that is killed would keep nothing of it
    // Read again: another kind of process may have written meanwhile what it has found.
    writePlaces(file, stamp, merged(readPlaces(file, stamp), found));
  };
  process.on('exit', keepPlaces);
}

/** Keeps what this process has found, once it is at work. Later imports are looked for as usual. */
export function keepPlaces(): void {
  endRemembering();
}

/** Returns what changes with anything that decides where modules lie. */
function stampOf(root: string): string {
  const { workspaces = [] } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    workspaces?: string[];
  };
  const files = [...DECIDING, ...workspaces.map((room) => `${room}/package.json`)];
  return [process.version, ...files.map((file) => signOf(path.join(root, file)))].join(' ');
}

function signOf(file: string): string {
  const { mtimeMs, size } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return `${mtimeMs}-${size}`;
}

/** Returns for each importing module what its imports lead to; nothing when the memory is void, damaged or missing. */
function readPlaces(file: string, stamp: string): Map<string, Record<string, Place>> {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    return new Map(kept.stamp === stamp ? Object.entries(kept.places) : []);
  } catch {
    return new Map();
  }
}

function writePlaces(file: string, stamp: string, places: ReturnType<typeof readPlaces>): void {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(draft, JSON.stringify({ stamp, places: Object.fromEntries(places) }));
    renameSync(draft, file);
  } catch {
    // Installed by another account: nothing is remembered, as with the cache of compiled modules.
  }
}

function merged(kept: ReturnType<typeof readPlaces>, found: ReturnType<typeof readPlaces>) {
  for (const [parent, imports] of found) kept.set(parent, { ...kept.get(parent), ...imports });
  return kept;
}
