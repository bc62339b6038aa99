/**
 * Builds the page and then runs every test, for `npm test`; types, lint and regular expressions are checked beside both. A
 * check that fails ends the tests.
 *
 * Usage: npm test [-- <part of a test file's path>…]
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { COMPILE_CACHE } from '#files/compile-cache.ts';
import { ensureFrontEnd, ROOT } from '#files/front-end.ts';
import { memoryFolder } from '#files/memory-folder.ts';
import { say, warn } from '#say.ts';
import { countTests, type VitestReport } from '#tests/test-count.ts';

const BIN = path.join(ROOT, 'node_modules', '.bin');

/** Free memory in bytes that working folders of tests may take; a whole run takes a quarter of it. */
const ENOUGH = 4 * 1024 ** 3;

/** Working folder of this run, for much that is written for a moment. Its name is short, as paths of sockets have to be. */
const scratch = mkdtempSync(path.join(memoryFolder(ENOUGH) ?? tmpdir(), 'bt-'));
chmodSync(scratch, 0o1777); // some tests start parts as another account
const SURROUNDINGS = {
  cwd: ROOT,
  env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, TMPDIR: scratch, KEPT_OF_TESTS: tmpdir() },
};
const CHECKS: readonly (readonly [tool: string, args: readonly string[]])[] = [
  // Several checkers would each check the types that their parts share: half as much processor time again.
  ['tsc', ['--noEmit', '--singleThreaded']],
  ['biome', ['check', '.']],
  ['node', [path.join(import.meta.dirname, '..', 'patterns', 'check-patterns.ts')]],
];
/**
 * Share in % by which the heap of a check in Go may grow before its garbage is looked for. The type checker keeps nearly all
 * that it makes: with the usual 100 it spends a quarter of its processor time on that search, and has a tenth less memory.
 */
const GOGC = '400';
/** Length in characters of what a check may say. */
const MOST_OUTPUT = 16 * 1024 * 1024;

const reportFile = path.join(scratch, 'report.json');
try {
  const checks = CHECKS.map(check);
  const failing = new AbortController();
  for (const passed of checks) void passed.then((isFine) => isFine || failing.abort());
  await ensureFrontEnd(); // tests in the browser open the built page
  // The type checker takes one core until long after the build: the tests begin on the other.
  const status = await runVitest(process.argv.slice(2), failing.signal);
  const passed = await Promise.all(checks);
  if (!passed.every(Boolean)) warn('a check failed: what it said stands above');
  process.exitCode = passed.every(Boolean) ? status : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Runs a check and says what it said, in one piece. Resolves to whether it passed. */
async function check([tool, args]: (typeof CHECKS)[number]): Promise<boolean> {
  const running = promisify(execFile)(path.join(BIN, tool), args, {
    ...SURROUNDINGS,
    env: { ...SURROUNDINGS.env, GOGC },
    maxBuffer: MOST_OUTPUT,
  });
  const { stdout, stderr, isFine } = await running.then(
    (said) => ({ ...said, isFine: true }),
    ({ stdout = '', stderr = '' }) => ({ stdout, stderr, isFine: false }),
  );
  say(`\n> ${tool} ${args.join(' ')}\n${stdout}${stderr}`.trimEnd());
  if (!isFine) warn(`${tool} failed; the tests end`);
  return isFine;
}

/** Runs the tests until a check fails. Resolves to the exit code. */
async function runVitest(filters: string[], failing: AbortSignal): Promise<number> {
  if (failing.aborted) return 1;
  const args = [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
    ...filters,
  ];
  say(`\n> vitest ${args.join(' ')}`);
  const vitest = spawn(path.join(BIN, 'vitest'), args, { ...SURROUNDINGS, stdio: 'inherit' });
  // The signal of Ctrl-C also ends what the tests started.
  failing.addEventListener('abort', () => vitest.kill('SIGINT'));
  const [code] = (await once(vitest, 'exit')) as [code: number | null];
  const status = code ?? 1; // a signal ended it
  if (!existsSync(reportFile)) {
    warn('vitest wrote no report');
    return status || 1;
  }
  const { passed, failed } = countTests(JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport);
  say(`\n${passed} passed, ${failed} failed`);
  return status || (failed > 0 || passed === 0 ? 1 : 0);
}
