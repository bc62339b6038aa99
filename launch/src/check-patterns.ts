/**
 * Checks every regular expression of the rooms that read foreign text: matching must take linear time, or a person's
 * text could keep a process busy that serves others. Part of `npm run check` and of `npm test`.
 *
 * Usage: node launch/src/check-patterns.ts
 */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { check, type Diagnostics } from 'recheck';
import { ROOT } from '#front-end.ts';
import { isReallySlow } from '#patterns/confirm-slowness.ts';
import { type FoundPattern, findPatterns } from '#patterns/find-patterns.ts';
import { knownPattern } from '#patterns/known-patterns.ts';
import { say, warn } from '#say.ts';

const SOURCES = '{contracts,domain,judge,packages,server,systems,worker}/src/**/*.ts';
const TESTS = '**/{*.test.ts,*testing*,test-*.ts,fake-*.ts,stand-ins/**}';
/** Findings of earlier runs, so that only new patterns take time. */
const CACHE = path.join(ROOT, 'node_modules', '.cache', 'balloon-patterns');
/**
 * Search of the checker. Its fuzzer, asked where the automaton would be too large, finds a slow text in its first
 * generations or not at all; all ten of them, which is the default, take half of the time of a whole check.
 */
const SEARCH = { timeout: 60_000, maxIteration: 3 } as const;

mkdirSync(CACHE, { recursive: true });
const files = globSync(SOURCES, { cwd: ROOT, exclude: [TESTS] });
const patterns = files.flatMap((file) => findPatterns(file, readFileSync(path.join(ROOT, file), 'utf8')));
const complaints = (await inTurns(patterns, complaintOf)).filter((complaint) => complaint !== null);
for (const complaint of complaints) warn(complaint);
say(`${patterns.length} regular expressions in ${files.length} files, ${complaints.length} may be slow`);
process.exit(complaints.length === 0 ? 0 : 1); // the checker's own process would keep this one alive

async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** Returns a line for the author of a pattern; null when it takes linear time or its allowance has a reason. */
async function complaintOf({ file, line, source, flags }: FoundPattern): Promise<string | null> {
  if (knownPattern(file, source)) return null;
  const where = `${file}:${line}`;
  if (source === null) return `${where}: a pattern made at run time cannot be checked; see known-patterns.ts`;
  const found = await findingOf(source, flags);
  return found === 'linear' ? null : `${where}: /${source}/${flags} is ${found}`;
}

/** Returns `linear`, or how slow the pattern is and with what text. */
async function findingOf(source: string, flags: string): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([source, flags]))
    .digest('hex');
  const cached = path.join(CACHE, hash);
  try {
    return readFileSync(cached, 'utf8');
  } catch {
    // The checker rejects flags that do not change how much is matched.
    const knownFlags = flags.replaceAll(/[dv]/g, '');
    const finding = describeFinding(await check(source, knownFlags, SEARCH), source, knownFlags);
    writeFileSync(cached, finding);
    return finding;
  }
}

function describeFinding(found: Diagnostics, source: string, flags: string): string {
  if (found.status === 'safe') return 'linear';
  if (found.status === 'unknown') return `not understood by the checker (${found.error.kind})`;
  // The fuzzer is chance; what the automaton proves needs no trial.
  if (found.checker === 'fuzz' && !isReallySlow(source, flags, found.attack)) return 'linear';
  return `${found.complexity.summary}, as for ${found.attack.pattern}`;
}
