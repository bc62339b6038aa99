import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DATA_LAYOUT, ensureSecret, lockDataDir, openDataDir } from '#files/data-dir.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'balloon-data-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('a second Balloon on the same data directory is refused until the first releases it', () => {
  const lock = lockDataDir(directory);

  expect(() => lockDataDir(directory)).toThrow(
    `another Balloon is already running on ${directory} (process ${process.pid})`,
  );
  lock.release();
  lockDataDir(directory).release();
});

test.for([
  ['releases it', 'lock.release();'],
  ['ends', 'process.exit();'],
] as const)('no process is named by the lock any more when its owner %s', async ([, end]) => {
  const script = `
    import { lockDataDir } from ${JSON.stringify(path.join(import.meta.dirname, 'data-dir.ts'))};
    const lock = lockDataDir(${JSON.stringify(directory)});
    ${end}`;
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });

  const [code] = await once(owner, 'exit');

  expect(code).toBe(0);
  expect(readFileSync(path.join(directory, DATA_LAYOUT.lock), 'utf8')).toBe('');
});

test('kill -9 of the owner frees the data directory at once', async () => {
  const script = `
    import { lockDataDir } from ${JSON.stringify(path.join(import.meta.dirname, 'data-dir.ts'))};
    lockDataDir(${JSON.stringify(directory)});
    console.log('locked');
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'pipe' });
  await once(owner.stdout, 'data');
  expect(() => lockDataDir(directory)).toThrow(`(process ${owner.pid})`);

  owner.kill('SIGKILL');
  await once(owner, 'exit');

  lockDataDir(directory).release();
});

test('a data directory that cannot be made is named with the setting that moves it', () => {
  const file = path.join(directory, 'file');
  writeFileSync(file, '');

  expect(() => openDataDir(path.join(file, 'data'))).toThrow(
    /^DATA_DIR .*\/file\/data cannot be written \(ENOTDIR\)/,
  );
});

test('a secret is made once and stays', () => {
  const dataDir = openDataDir(directory);

  const secret = ensureSecret(dataDir, 'judge-token');

  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(ensureSecret(dataDir, 'judge-token')).toBe(secret);
  expect(ensureSecret(dataDir, 'other')).not.toBe(secret);
});
