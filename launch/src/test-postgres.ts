import { mkdtempSync, rmSync } from 'node:fs';
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

/**
 * Sets Vitest up: one real PostgreSQL for the whole run, made in a temporary directory and deleted afterwards. Tests
 * clone their databases in it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(path.join(tmpdir(), 'balloon-test-postgres-'));
  const server = await startPostgres({ dataDir: openDataDir(directory), durable: false });
  process.env[TEST_DATABASE_URL] = server.url;
  project.provide('databaseUrl', server.url);
  return async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}
