import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDataDir } from '#data-dir.ts';
import { startPostgres } from '#postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string;
  }
}

/** Name of the variable that carries the throw-away server's URL to tests and to what they start. */
export const TEST_DATABASE_URL = 'BALLOON_TEST_DATABASE_URL';

const NAME = 'balloon-test-postgres-';
/** Folder in memory. Tests make and drop hundreds of databases of a thousand files: on a disk each costs half a second. */
const MEMORY = '/dev/shm';
/** Free memory in bytes that the server of all tests may take. */
const ENOUGH = 2 * 1024 ** 3;

/**
 * Sets Vitest up: one real PostgreSQL for the whole run, made in a temporary directory and deleted afterwards. Tests
 * clone their databases in it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env[TEST_DATABASE_URL];
  if (running) {
    // Another project of this run has started it, and ends it.
    project.provide('databaseUrl', running);
    return async () => {};
  }
  const place = findPlace();
  removeAbandoned(place);
  const directory = mkdtempSync(path.join(place, `${NAME}${process.pid}-`));
  const server = await startPostgres({ dataDir: openDataDir(directory), durable: false });
  process.env[TEST_DATABASE_URL] = server.url;
  project.provide('databaseUrl', server.url);
  return async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}

/** Returns the folder in memory where it is large enough and programs may run from it, otherwise that on the disk. */
function findPlace(): string {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, target]) => target === MEMORY);
  if (mount?.[2] !== 'tmpfs' || mount[3]?.split(',').includes('noexec')) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH ? MEMORY : tmpdir();
}

/** Removes what runs left that were killed: the memory would stay taken. */
function removeAbandoned(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = new RegExp(`^${NAME}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(path.join(place, name), { recursive: true, force: true });
  }
}
