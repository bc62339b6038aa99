import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const BOOTSTRAP = path.join(import.meta.dirname, '..', 'bootstrap.mjs');

let commands: string;

beforeEach(() => {
  commands = mkdtempSync(path.join(tmpdir(), 'balloon-path-'));
  offer('node', process.execPath);
});

afterEach(() => rmSync(commands, { recursive: true, force: true }));

test('prints and changes nothing when everything is installed', () => {
  const run = spawnSync(process.execPath, [BOOTSTRAP, 'start'], { encoding: 'utf8' });

  expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

test('without root or sudo it stops with the one line to run', () => {
  for (const name of ['apt-get', 'setpriv', 'flock', 'gcc', 'python3']) offer(name, '/bin/false');
  // In a user namespace without a mapping the process is the user nobody, whoever runs the test.
  const run = spawnSync('/usr/bin/unshare', ['--user', process.execPath, BOOTSTRAP, 'start'], {
    encoding: 'utf8',
    env: { PATH: commands },
  });

  expect(run.stderr).toBe(
    'balloon: Balloon needs g++; run: sudo apt-get update && sudo apt-get install -y g++\n',
  );
  expect(run.status).toBe(1);
});

test('installs what is missing through apt-get, with sudo where that asks for no password', () => {
  for (const name of ['setpriv', 'flock', 'gcc', 'python3']) offer(name, '/bin/false');
  program('sudo', 'shift; "$@"'); // drops -n
  program('apt-get', `echo "$@" >> ${commands}/asked; case "$1" in install) echo > ${commands}/g++; esac`);
  const run = spawnSync('/usr/bin/unshare', ['--user', process.execPath, BOOTSTRAP, 'start'], {
    encoding: 'utf8',
    env: { PATH: commands },
  });

  expect(run).toMatchObject({ status: 0, stderr: '', stdout: 'Installing system packages: g++…\n' });
  const asked = readFileSync(path.join(commands, 'asked'), 'utf8');
  expect(asked).toMatch(/^install -y -qq --no-install-recommends g\+\+$/m);
});

test('shows the output of apt-get when it failed', () => {
  for (const name of ['setpriv', 'flock', 'gcc', 'python3']) offer(name, '/bin/false');
  program('sudo', 'shift; "$@"');
  program('apt-get', 'case "$1" in install) echo "E: Unable to locate package g++" >&2; exit 100; esac');
  const run = spawnSync('/usr/bin/unshare', ['--user', process.execPath, BOOTSTRAP, 'start'], {
    encoding: 'utf8',
    env: { PATH: commands },
  });

  expect(run.stderr).toMatch(
    /^E: Unable to locate package g\+\+\nballoon: sudo -n apt-get install .* failed: see above, then start again\n$/,
  );
  expect(run.status).toBe(1);
});

test('installs Node packages and system packages at the same time, and ends when both are done', () => {
  const clone = path.join(commands, 'clone');
  mkdirSync(path.join(clone, 'launch'), { recursive: true });
  copyFileSync(BOOTSTRAP, path.join(clone, 'launch', 'bootstrap.mjs'));
  writeFileSync(path.join(clone, 'package-lock.json'), '{ "packages": {} }');
  for (const name of ['setpriv', 'flock', 'gcc', 'python3']) offer(name, '/bin/false');
  for (const name of ['rm', 'sleep', 'touch']) offer(name, `/bin/${name}`);
  program('sudo', 'shift; "$@"');
  const waitFor = (file: string) => `while [ ! -e ${commands}/${file} ]; do sleep 0.05; done`;
  // Each waits for the other to begin, and apt-get says what it lacks before npm has ended.
  program('npm', `touch ${commands}/npm; ${waitFor('apt-ended')}; echo npm is broken >&2; exit 1`);
  program('apt-get', `${waitFor('npm')}; echo > ${commands}/g++; touch ${commands}/apt-ended`);
  const run = spawnSync(
    '/usr/bin/unshare',
    ['--user', process.execPath, path.join(clone, 'launch', 'bootstrap.mjs'), 'start'],
    { encoding: 'utf8', env: { PATH: commands }, timeout: 120_000 },
  );

  expect(run.stdout).toBe('Installing Node packages…\nInstalling system packages: g++…\n');
  expect(run.stderr).toMatch(/^npm is broken\nballoon: npm ci .* failed: see above, then start again\n$/);
  expect(run.status).toBe(1);
});

test('without apt-get it names the missing packages', () => {
  for (const name of ['setpriv', 'flock', 'g++']) offer(name, '/bin/false');

  const run = spawnSync(process.execPath, [BOOTSTRAP, 'start'], {
    encoding: 'utf8',
    env: { PATH: commands },
  });

  expect(run.stderr).toBe(
    'balloon: Balloon needs gcc, python3: install them with your package manager and start again\n',
  );
});

function program(name: string, text: string): void {
  writeFileSync(path.join(commands, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}

function offer(name: string, target: string): void {
  symlinkSync(target, path.join(commands, name));
}
