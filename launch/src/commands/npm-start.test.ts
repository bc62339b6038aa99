import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { rememberTried } from '@balloon/judge/testing/tried-languages.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DATA_LAYOUT } from '#files/data-dir.ts';
import { ensureFrontEnd, ROOT } from '#files/front-end.ts';
import { childOf, processesOf } from '#tests/test-processes.ts';

/*
 * Ends `npm start` as systemd, a terminal or a person with `kill` does: whichever process gets the signal, no process
 * is left.
 */

const WAIT = { timeout: 150_000, interval: 50 };
const dataDir = mkdtempSync(path.join(tmpdir(), 'balloon-npm-start-'));

beforeAll(async () => {
  await ensureFrontEnd();
});
afterEach(() => {
  for (const pid of processesOf(dataDir)) process.kill(Number(pid), 'SIGKILL');
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const nodeOf = (npm: ChildProcess) => childOf(npm.pid ?? 0, 'launch/src/main.ts');

test.for<[name: string, end: (npm: ChildProcess) => void]>([
  ['SIGTERM of npm', (npm) => npm.kill('SIGTERM')],
  ['SIGHUP of npm', (npm) => npm.kill('SIGHUP')],
  ['SIGKILL of npm', (npm) => npm.kill('SIGKILL')],
  ['SIGTERM of the program that npm runs', (npm) => process.kill(nodeOf(npm), 'SIGTERM')],
  ['SIGTERM of the whole group, as systemd does', (npm) => process.kill(-(npm.pid ?? 0), 'SIGTERM')],
  ['SIGINT of the whole group, as Ctrl-C does', (npm) => process.kill(-(npm.pid ?? 0), 'SIGINT')],
])('%s ends the whole site, and the database writes everything down', async ([, end]) => {
  const site = start({ JUDGE_SLOTS: '0' });
  await site.says('Balloon is running');

  end(site.npm);

  await vi.waitUntil(() => processesOf(dataDir).length === 0, WAIT);
  expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  expect(lastLine(path.join(dataDir, 'logs', 'postgres.log'))).toMatch(/database system is shut down$/);
  expect(site.output().split('Stopping…')).toHaveLength(2);
});

test('the start reports when judging is ready', async () => {
  rememberTried(path.join(dataDir, DATA_LAYOUT.judge, hostname()));
  const site = start({ JUDGE_SLOTS: '1' });

  await site.says('Balloon is running');
  await site.says('Judging is ready');

  expect(site.output()).toMatch(/Judging is ready, in [1-9]\d* languages/);
  site.npm.kill('SIGTERM');
  await vi.waitUntil(() => processesOf(dataDir).length === 0, WAIT);
});

function start(env: Record<string, string>) {
  const quiet = { PORT: '0', HOST: '127.0.0.1', SAMPLE_DATA: 'off', LOG_LEVEL: 'silent' };
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...quiet, DATA_DIR: dataDir, ...env },
    detached: true,
  });
  let text = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (text += chunk));
  const output = () => text;
  return { npm, output, says: (words: string) => vi.waitUntil(() => text.includes(words), WAIT) };
}

const lastLine = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').at(-1);
