import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type DirectoryLock, takeLock } from '#files/directory-lock.ts';
import { StartError } from '#start-error.ts';

/** Names in the data directory; everything else in it belongs to these. */
export const DATA_LAYOUT = {
  cluster: 'postgres',
  secrets: 'secrets',
  logs: 'logs',
  run: 'run',
  judge: 'judge',
  /** Packages that a command fetches, for as long as it runs. */
  downloads: 'downloads',
  /** Copy of the server's programs, for an account that may not enter our folder. */
  programs: 'postgres-programs',
  lock: 'balloon.lock',
} as const;

/** Files in the directory of secrets, readable for us only. */
export const SECRETS = {
  postgresPassword: 'postgres-password',
  judgeToken: 'judge-token',
  relayToken: 'relay-token',
  /** Key by which passwords entered in the browser are encrypted. */
  settingsKey: 'settings-key',
  /** Address of the built-in database, for further web processes on this machine. */
  databaseUrl: 'database-url',
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

/**
 * Locks the data directory for this process.
 *
 * @throws {StartError} when another Balloon runs on this directory
 */
export function lockDataDir(dataDir: string): DirectoryLock {
  return takeLock(path.join(dataDir, DATA_LAYOUT.lock), (owner) => {
    return `another Balloon is already running on ${dataDir}${owner}: stop it first, or set DATA_DIR to another directory`;
  });
}

/**
 * Reads a secret of this installation, making it on first use: 32 random bytes as base64url.
 *
 * @param name file name in the directory of secrets
 */
export function ensureSecret(dataDir: string, name: string): string {
  const file = secretFile(dataDir, name);
  if (!existsSync(file)) publishSecret(file, randomBytes(32).toString('base64url'));
  return readFileSync(file, 'utf8').trim();
}

export function secretFile(dataDir: string, name: string): string {
  return path.join(dataDir, DATA_LAYOUT.secrets, name);
}

/** Writes to a draft and links it into place: two processes at their first start get the same secret. */
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
