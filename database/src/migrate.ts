import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ADVISORY_LOCKS } from '#advisory-locks.ts';
import { isInUse } from '#in-use.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations/', import.meta.url));

const MIGRATION_TABLE =
  'create table if not exists migration (name text primary key, ran_at timestamptz not null default now())';

/** The database was made by a newer Balloon than this one. */
export class NewerDatabaseError extends Error {}

/** Processes at work on the database were started before migrations that this version brings. */
export class DatabaseInUseError extends Error {}

export interface MigrateOptions {
  /** False leaves the tables alone under processes that were started with them. */
  whileInUse?: boolean;
}

/**
 * Brings the database up to date: runs the numbered files that have not run yet, each in a transaction of its
 * own, under a lock, so that several processes may start at once.
 *
 * @returns names of the migrations that this call ran
 * @throws {NewerDatabaseError} a migration ran that this version does not know
 * @throws {DatabaseInUseError} when `whileInUse` forbids the migrations that are to run
 */
export async function migrate(url: string, { whileInUse = true }: MigrateOptions = {}): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'balloon-migrate' });
  client.on('error', () => {}); // the query that runs reports it
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
    const pending = await listPending(client);
    if (!whileInUse && pending.length > 0 && (await isInUse(client))) {
      throw new DatabaseInUseError(`A running site has not seen ${pending.join(', ')}`);
    }
    for (const name of pending) await runOne(client, name);
    return pending;
  } finally {
    await client.end(); // gives the lock back
  }
}

/** Names of the migrations that have not run yet. @throws {NewerDatabaseError} */
async function listPending(client: pg.Client): Promise<string[]> {
  await client.query(MIGRATION_TABLE);
  const { rows } = await client.query<{ name: string }>('select name from migration');
  const done = new Set(rows.map((row) => row.name));
  const known = await migrationNames();
  const unknown = [...done].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new NewerDatabaseError(
      `The database has ${unknown.join(', ')}, which this version of Balloon does not know: start the newer version again.`,
    );
  }
  return known.filter((name) => !done.has(name));
}

/** Runs migrations on an empty database, in the transaction of the caller: for backups, which have their schema. */
export async function runMigrations(client: pg.Client, names: readonly string[]): Promise<void> {
  await client.query(MIGRATION_TABLE);
  for (const name of names) await apply(client, name);
}

async function apply(client: pg.Client, name: string) {
  await client.query(await readFile(MIGRATIONS + name, 'utf8'));
  await client.query('insert into migration (name) values ($1)', [name]);
}

async function runOne(client: pg.Client, name: string) {
  try {
    await client.query('begin');
    await apply(client, name);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed; nothing of it was kept`, { cause: error });
  }
}

/** File names of all migrations, in the order in which they run. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort();
}
