/**
 * Checks every regular expression of the rooms that read foreign text: matching must take linear time, or a person's
 * text could keep a process busy that serves others. Part of `npm run check` and of `npm test`. Patterns that were proven
 * stand in a list, which a change of patterns changes, too: `--write` proves what is new and writes it.
 *
 * Usage: node launch/src/patterns/check-patterns.ts [--write]
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { check, type Diagnostics } from 'recheck';
import recheck from 'recheck/package.json' with { type: 'json' };
import { ROOT } from '#files/front-end.ts';
import { isReallySlow } from '#patterns/confirm-slowness.ts';
import { type FoundPattern, findPatterns } from '#patterns/find-patterns.ts';
import { knownPattern } from '#patterns/known-patterns.ts';
import { compareWithProven, lineOf, writeProven } from '#patterns/proven-patterns.ts';
import { say, warn } from '#say.ts';

const SOURCES = '{contracts,domain,judge,packages,server,systems,worker}/src/**/*.ts';
const TESTS = '**/{*.test.ts,*testing*,test-*.ts,fake-*.ts,stand-ins/**}';
/**
 * Search of the checker. Its fuzzer, asked where the automaton would be too large, finds a slow text in its first
 * generations or not at all; all ten of them, which is the default, take half of the time of a whole check.
 */
const SEARCH = { timeout: 60_000, maxIteration: 3 } as const;
const PROVEN = path.join(import.meta.dirname, 'proven-patterns.txt');
const PROVER = `recheck ${recheck.version} ${JSON.stringify(SEARCH)}`;

const files = globSync(SOURCES, { cwd: ROOT, exclude: [TESTS] });
const patterns = files.flatMap((file) => findPatterns(file, readFileSync(path.join(ROOT, file), 'utf8')));
const toProve = patterns.filter(({ file, source }) => !knownPattern(file, source));
const lines = new Set(toProve.filter(({ source }) => source !== null).map(lineOf));
const { missing, stale, sample } = compareWithProven(readProven(), PROVER, lines);
const complaints = await complaintsOf(toProve);
if (complaints.length === 0 && missing.size + stale.length > 0) {
  if (process.argv.includes('--write')) writeFileSync(PROVEN, writeProven(PROVER, lines));
  else complaints.push(...describeList());
}
for (const complaint of complaints) warn(complaint);
say(
  `${patterns.length} regular expressions in ${files.length} files, ${missing.size + sample.size} proved now, ${complaints.length} complaints`,
);
process.exit(complaints.length === 0 ? 0 : 1); // the checker's own process would keep this one alive

function readProven(): string {
  return existsSync(PROVEN) ? readFileSync(PROVEN, 'utf8') : '';
}

/** Returns lines for the author of patterns that are not listed, or are listed and gone. */
function describeList(): string[] {
  return [
    ...[...missing].map((line) => `linear, but not listed: ${line}`),
    ...stale.map((line) => `listed, but in no source: ${line}`),
    `the list of proven patterns is not current: run "npm run patterns" and commit ${path.relative(ROOT, PROVEN)}`,
  ];
}

/** Returns a line for the author of each pattern that is not linear, or cannot be checked. */
async function complaintsOf(found: readonly FoundPattern[]): Promise<string[]> {
  const findings = new Map<string, string>();
  const complaints: string[] = [];
  for (const pattern of found) {
    const { file, line, source, flags } = pattern;
    if (source === null) {
      complaints.push(`${file}:${line}: a pattern made at run time cannot be checked; see known-patterns.ts`);
      continue;
    }
    const listed = lineOf(pattern);
    if (!missing.has(listed) && !sample.has(listed)) continue;
    const finding = findings.get(listed) ?? (await findingOf(source, flags));
    findings.set(listed, finding);
    if (finding !== 'linear') complaints.push(`${file}:${line}: /${source}/${flags} is ${finding}`);
  }
  return complaints;
}

/** Returns `linear`, or how slow the pattern is and with what text. */
async function findingOf(source: string, flags: string): Promise<string> {
  // The checker rejects flags that do not change how much is matched.
  const knownFlags = flags.replaceAll(/[dv]/g, '');
  return describeFinding(await check(source, knownFlags, SEARCH), source, knownFlags);
}

function describeFinding(found: Diagnostics, source: string, flags: string): string {
  if (found.status === 'safe') return 'linear';
  if (found.status === 'unknown') return `not understood by the checker (${found.error.kind})`;
  // The fuzzer is chance; what the automaton proves needs no trial.
  if (found.checker === 'fuzz' && !isReallySlow(source, flags, found.attack)) return 'linear';
  return `${found.complexity.summary}, as for ${found.attack.pattern}`;
}
