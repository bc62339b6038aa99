import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrationNames } from '@balloon/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '@balloon/database/testing/test-database.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSiteDatabase } from '#database/site-database.ts';
import { loadSettings } from '#load-settings.ts';

let dataDir: string;
let database: TestDatabase;

/** The connections of `database` are those of a site that was started before the newest migration came. */
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'balloon-site-database-'));
  database = await createTestDatabase();
  await database.pool.query('delete from migration where name = $1', [(await migrationNames()).at(-1)]);
});
afterEach(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const settings = () => ({ ...loadSettings(), dataDir, databaseUrl: database.url });

async function ranMigrations(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>('select name from migration order by name');
  return rows.map(({ name }) => name);
}

test('a command that only reads finds the tables as they are', async () => {
  await using opened = await openSiteDatabase(settings(), { migrates: false });

  expect(opened.url).toBe(database.url);
  expect(await ranMigrations()).toEqual((await migrationNames()).slice(0, -1));
});

test('a command that needs the newest tables leaves those of a running site, and asks for its restart', async () => {
  await expect(openSiteDatabase(settings(), { migrates: true })).rejects.toThrow(
    /^the site .* restart it first/,
  );

  expect(await ranMigrations()).toEqual((await migrationNames()).slice(0, -1));
});

test('a site that runs with the newest tables is opened as it is', async () => {
  await database.pool.query('insert into migration (name) values ($1)', [(await migrationNames()).at(-1)]);

  await using opened = await openSiteDatabase(settings(), { migrates: true });

  expect(await ranMigrations()).toEqual(await migrationNames());
  expect(opened.url).toBe(database.url);
});
