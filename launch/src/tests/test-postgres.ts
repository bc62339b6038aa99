import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HOLD_UP_DB_MS, laySlowCable } from '@balloon/database/testing/slow-cable.ts';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '#database/postgres.ts';
import { openDataDir } from '#files/data-dir.ts';
import { memoryFolder } from '#files/memory-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string;
  }
}

/** Name of the variable that carries the throw-away server's URL to tests and to what they start. */
const TEST_DATABASE_URL = 'BALLOON_TEST_DATABASE_URL';

const NAME = 'balloon-test-postgres-';
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
  // Tests make and drop hundreds of databases of a thousand files: on a disk each costs half a second.
  const place = memoryFolder(ENOUGH) ?? tmpdir();
  removeAbandoned(place);
  const directory = mkdtempSync(path.join(place, `${NAME}${process.pid}-`));
  const server = await startPostgres({ dataDir: openDataDir(directory), durable: false });
  const cable = HOLD_UP_DB_MS > 0 ? await laySlowCable(server.url, HOLD_UP_DB_MS) : null;
  const url = cable?.url ?? server.url;
  process.env[TEST_DATABASE_URL] = url;
  project.provide('databaseUrl', url);
  return async () => {
    await cable?.[Symbol.asyncDispose]();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}

/** Removes what runs left that were killed: the memory would stay taken. */
function removeAbandoned(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = new RegExp(`^${NAME}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(path.join(place, name), { recursive: true, force: true });
  }
}
