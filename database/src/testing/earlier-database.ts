import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { createTestDatabase } from '#testing/test-database.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

export interface EarlierDatabase extends AsyncDisposable {
  client: pg.Client;
  /** Runs the migration that comes next. */
  migrate(): Promise<void>;
}

/** Creates a database as it was before a migration, given by its file, to see what becomes of its rows. */
export async function createDatabaseBefore(migration: string): Promise<EarlierDatabase> {
  await using opened = new AsyncDisposableStack();
  const migrated = opened.adopt(await createTestDatabase(), (it) => it.drop());
  const name = `test_${randomBytes(8).toString('hex')}`;
  await migrated.pool.query(`create database ${name}`);
  opened.defer(async () => {
    await migrated.pool.query(`drop database ${name}`);
  });
  const url = new URL(migrated.url);
  url.pathname = `/${name}`;
  const client = opened.adopt(new pg.Client({ connectionString: url.href }), (it) => it.end());
  await client.connect();
  const run = async (file: string) => {
    await client.query(await readFile(new URL(file, MIGRATIONS), 'utf8'));
  };
  const earlier = (await readdir(MIGRATIONS)).filter((file) => file < migration).sort();
  for (const file of earlier) await run(file);
  const all = opened.move();
  const migrate = async () => {
    await client.query('begin');
    await run(migration);
    await client.query('commit');
  };
  return { client, migrate, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
