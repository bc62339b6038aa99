/**
 * Runs types, lint, regular expressions, then every test, for `npm test`. Stops at the first stage that fails.
 *
 * Usage: npm test [-- <part of a test file's path>…]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { COMPILE_CACHE } from '#compile-cache.ts';
import { ensureFrontEnd, ROOT } from '#front-end.ts';
import { say, warn } from '#say.ts';
import { countTests, type VitestReport } from '#test-count.ts';

const BIN = path.join(ROOT, 'node_modules', '.bin');

const scratch = mkdtempSync(path.join(tmpdir(), 'balloon-tests-'));
const reportFile = path.join(scratch, 'report.json');
try {
  check('tsc', ['--noEmit']);
  check('biome', ['check', '.']);
  check('node', [path.join(import.meta.dirname, 'check-patterns.ts')]);
  await ensureFrontEnd(); // tests in the browser open the built page
  process.exitCode = runVitest(process.argv.slice(2));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function check(tool: string, args: string[]): void {
  const status = runTool(tool, args);
  if (status === 0) return;
  warn(`${tool} failed; no test was run`);
  rmSync(scratch, { recursive: true, force: true });
  process.exit(status);
}

function runVitest(filters: string[]): number {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const status = runTool('vitest', ['run', ...reporters, ...filters]);
  if (!existsSync(reportFile)) {
    warn('vitest wrote no report');
    return status || 1;
  }
  const { passed, failed } = countTests(JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport);
  say(`\n${passed} passed, ${failed} failed`);
  return status || (failed > 0 || passed === 0 ? 1 : 0);
}

/**
 * Runs a tool.
 *
 * @returns the exit code, 1 when a signal ended it
 */
function runTool(tool: string, args: string[]): number {
  say(`\n> ${tool} ${args.join(' ')}`);
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE };
  return spawnSync(path.join(BIN, tool), args, { cwd: ROOT, stdio: 'inherit', env }).status ?? 1;
}
