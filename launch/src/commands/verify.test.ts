import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rememberTried } from '@balloon/judge/testing/tried-languages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DATA_LAYOUT } from '#files/data-dir.ts';

const MAIN = path.join(import.meta.dirname, '..', 'main.ts');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'balloon-verify-'));
  writePackage('quick', 'print(2 * int(input()))\n');
  writePackage('slow', 'while True: pass\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a package of one test whose solution may compute for minutes. */
function writePackage(name: string, solution: string): void {
  const files = {
    'problem.yaml': 'name: Twice\nlimits: {time_limit: 120}\n',
    'problem_statement/problem.en.tex': '\\problemname{Twice}\n',
    'data/secret/1.in': '1\n',
    'data/secret/1.ans': '2\n',
    'submissions/accepted/sum.py': solution,
  };
  for (const [file, text] of Object.entries(files)) {
    const place = path.join(folder, name, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
}

/** Runs the command in a process group of its own, as a terminal does. */
function verify(args: string[], dataDir: string) {
  const env = { ...process.env, DATA_DIR: dataDir };
  const child = spawn(process.execPath, [MAIN, 'verify', ...args], { env, detached: true });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (said.stdout += chunk));
  child.stderr.on('data', (chunk) => (said.stderr += chunk));
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  /** Sends SIGINT to all of the group, as Ctrl-C does. */
  const interrupt = () => process.kill(-(child.pid as number), 'SIGINT');
  return { said, ended, interrupt };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(50);
}

const packages = () => [path.join(folder, 'quick'), path.join(folder, 'slow')];

test('after Ctrl-C finished reports are printed, and no incomplete one', async () => {
  const dataDir = path.join(folder, 'data-text');
  rememberTried(path.join(dataDir, DATA_LAYOUT.judge, 'commands'));
  const { said, ended, interrupt } = verify(packages(), dataDir);
  await until(() => said.stdout.includes('AGREES'));
  interrupt();

  expect({ code: await ended, stderr: said.stderr }).toEqual({
    code: 130,
    stderr: 'verify was called off: 1 of 2 packages are reported\n',
  });
  expect(said.stdout).toContain('1 packages: 1 agree, 0 disagree, 0 broken');
});

test('--json ends with a whole document that says so', async () => {
  const dataDir = path.join(folder, 'data-json');
  const workshop = path.join(dataDir, DATA_LAYOUT.judge, 'commands');
  rememberTried(workshop);
  const { said, ended, interrupt } = verify(['--json', ...packages()], dataDir);
  await until(() => existsSync(path.join(workshop, 'programs')));
  interrupt();

  expect(await ended).toBe(130);
  const { packages: reports, calledOff } = JSON.parse(said.stdout);
  expect(calledOff).toBe(true);
  expect(reports.every(({ outcome }: { outcome: string }) => outcome === 'agrees')).toBe(true);
});
