import { spawnSync } from 'node:child_process';
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { StartError } from '#start-error.ts';

/** Lock held until `release` or the end of this process, however it ends. */
export interface DirectoryLock {
  release(): void;
}

/**
 * Takes a lock that the kernel keeps (flock on an open file): kill -9 frees it at once, and a reused process id has
 * no effect.
 *
 * @param refusal makes the message when it is taken; `owner` is empty or " (process 123)"
 * @throws {StartError} when another process has it
 */
export function takeLock(file: string, refusal: (owner: string) => string): DirectoryLock {
  const fd = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  if (!lockOpenFile(fd)) {
    const owner = readFileSync(file, 'utf8').trim();
    closeSync(fd);
    throw new StartError(refusal(owner && ` (process ${owner})`));
  }
  ftruncateSync(fd);
  writeSync(fd, `${process.pid}\n`, 0);
  const release = () => {
    process.off('exit', release);
    forget(fd);
    closeSync(fd);
  };
  process.on('exit', release);
  return { release };
}

/** Empties the file of a lock, so that nobody signals a process id that may belong to another program by then. */
function forget(fd: number): void {
  try {
    ftruncateSync(fd);
  } catch {
    // The disk may have become read-only.
  }
}

/** Waits until the lock is free and takes it. Blocks this process: only for short work. */
export function waitForLock(file: string): DirectoryLock {
  const fd = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  lockOpenFile(fd, []);
  return { release: () => closeSync(fd) };
}

/** Lets a child lock the open file that it shares with us; the lock then lasts as long as our descriptor. */
function lockOpenFile(fd: number, flags = ['--nonblock']): boolean {
  const stdio = ['ignore', 'ignore', 'ignore', fd] as const;
  const { status, error } = spawnSync('flock', [...flags, '3'], { stdio: [...stdio] });
  if (error)
    throw new StartError('the command flock is missing: install the package util-linux', { cause: error });
  return status === 0;
}
