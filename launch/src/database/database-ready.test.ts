import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@balloon/database/testing/free-port.ts';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { prepareDatabase } from '#database/database-ready.ts';
import { type RunningPostgres, startPostgres } from '#database/postgres.ts';
import { openDataDir } from '#files/data-dir.ts';

let directory: string;
let server: RunningPostgres | undefined;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'balloon-away-'));
});

afterEach(async () => {
  vi.restoreAllMocks();
  await server?.stop();
  rmSync(directory, { recursive: true, force: true });
});

test('waits for an unavailable database, and reports that without its password', async () => {
  const port = await freePort();
  const dataDir = openDataDir(directory);
  // The first start generates the password; then the server is stopped.
  server = await startPostgres({ dataDir, port, durable: false });
  const { url } = server;
  await server.stop();
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);

  const prepared = prepareDatabase(url);
  await vi.waitUntil(() => written.mock.calls.length > 0, { timeout: 150_000 });
  server = await startPostgres({ dataDir, port, durable: false });
  await prepared;

  const [line] = written.mock.calls[0] ?? [];
  expect(line).toMatch(
    new RegExp(`^database: 127.0.0.1:${port}/balloon is away \\(.+\\); trying again in 0.5 s\n$`),
  );
  expect(line).not.toContain(new URL(url).password);
  expect(await countMigrations(url)).toBeGreaterThan(0);
});

test.for([
  ['a wrong password', { password: 'guess' }, /refuses us \(password authentication failed/],
  ['a missing database', { pathname: '/nowhere' }, /refuses us \(database "nowhere" does not exist\)/],
] as const)('does not wait for %s', async ([, wrong, message]) => {
  const url = Object.assign(new URL(inject('databaseUrl')), wrong);

  await expect(prepareDatabase(url.href)).rejects.toThrow(message);
});

async function countMigrations(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as n from migration');
  await client.end();
  return rows[0].n;
}
