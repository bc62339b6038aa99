import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { StartError } from '#start-error.ts';

/** What the data directory holds; everything else in it belongs to these. */
export const DATA_LAYOUT = {
  cluster: 'postgres',
  secrets: 'secrets',
  logs: 'logs',
  run: 'run',
  judge: 'judge',
  lock: 'balloon.lock',
} as const;

/**
 * Makes the data directory when it is missing and checks that it can be written.
 *
 * @returns its real, absolute path
 * @throws {StartError} when it cannot be made or written
 */
export function openDataDir(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const real = realpathSync(dataDir);
    mkdirSync(path.join(real, DATA_LAYOUT.secrets), { recursive: true, mode: 0o700 });
    for (const name of [DATA_LAYOUT.logs, DATA_LAYOUT.run])
      mkdirSync(path.join(real, name), { recursive: true });
    return real;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `DATA_DIR ${path.resolve(dataDir)} cannot be written (${code}): give this user rights to it, or set DATA_DIR to another directory`,
      { cause: error },
    );
  }
}

/** Held until `release` or the end of this process, however it ends. */
export interface DataDirLock {
  release(): void;
}

/**
 * Takes the data directory for this process. The kernel keeps the lock (flock on an open file), so
 * that kill -9 frees it at once and a recycled process id deceives nobody.
 *
 * @throws {StartError} when another Balloon runs on this directory
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const file = path.join(dataDir, DATA_LAYOUT.lock);
  const fd = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  // The child locks the open file we share with it; the lock lives as long as our descriptor does.
  const { status, error } = spawnSync('flock', ['--nonblock', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', fd],
  });
  if (error) {
    closeSync(fd);
    throw new StartError('the command flock is missing: install the package util-linux', { cause: error });
  }
  if (status !== 0) {
    const owner = readFileSync(file, 'utf8').trim();
    closeSync(fd);
    throw new StartError(
      `another Balloon is already running on ${dataDir}${owner ? ` (process ${owner})` : ''}: stop it first, or set DATA_DIR to another directory`,
    );
  }
  ftruncateSync(fd);
  writeSync(fd, `${process.pid}\n`, 0);
  return { release: () => closeSync(fd) };
}

/**
 * Reads a secret of this installation, making it on first use: 32 random bytes as base64url.
 *
 * @param name file name in the directory of secrets
 */
export function ensureSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, DATA_LAYOUT.secrets, name);
  if (!existsSync(file)) publishSecret(file, randomBytes(32).toString('base64url'));
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}

/** Writes aside and links into place: two processes at their first start end with one secret. */
function publishSecret(file: string, value: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${value}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}
