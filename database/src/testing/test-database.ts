import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { ADVISORY_LOCKS } from '#advisory-locks.ts';
import { type Connection, connect } from '#connect.ts';
import { migrate, migrationNames } from '#migrate.ts';

/** A database of its own for one test file, cloned from a migrated template in some milliseconds. */
export interface TestDatabase extends Connection {
  url: string;
  /** Closes the pool and drops the database. */
  drop(): Promise<void>;
}

/** What databases of one kind hold beyond the tables, written once in a run. */
export interface Contents {
  /** Name of the kind in lower case letters. */
  name: string;
  write(url: string): Promise<void>;
}

/**
 * Creates a test database in the PostgreSQL that the test run started (`BALLOON_TEST_DATABASE_URL`).
 *
 * @param contents absent: what the migrations bring
 */
export async function createTestDatabase(contents?: Contents): Promise<TestDatabase> {
  const serverUrl = process.env.BALLOON_TEST_DATABASE_URL;
  if (!serverUrl) throw new Error('BALLOON_TEST_DATABASE_URL is not set: run the tests through Vitest');
  const template = await knownTemplate(serverUrl, contents);
  const name = `test_${randomBytes(8).toString('hex')}`;
  const server = overServer(serverUrl);
  // Copying files leaves nothing in the log, and the buffers to what tests do.
  await server.query(`create database ${name} template ${template} strategy file_copy`);
  const url = withDatabase(serverUrl, name);
  const connection = connect(url);
  return {
    ...connection,
    url,
    async drop() {
      await connection.close();
      await server.query(`drop database ${name} with (force)`);
    },
  };
}

/** Templates that this process has seen, by the server and the kind. */
const templates = new Map<string, Promise<string>>();

function knownTemplate(serverUrl: string, contents?: Contents): Promise<string> {
  const key = `${serverUrl} ${contents?.name}`;
  const known = templates.get(key) ?? ensureTemplate(serverUrl, contents);
  templates.set(key, known);
  return known;
}

/** The template, named by the newest migration and its contents; the first test process that needs it makes it. */
async function ensureTemplate(serverUrl: string, contents?: Contents): Promise<string> {
  const newest = (await migrationNames()).at(-1)?.slice(0, 4) ?? '0000';
  const template = `template_${newest}${contents ? `_${contents.name}` : ''}`;
  return alone(serverUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      const unfinished = `${template}_making`;
      await client.query(`drop database if exists ${unfinished} with (force)`);
      await client.query(`create database ${unfinished}`);
      await migrate(withDatabase(serverUrl, unfinished));
      await contents?.write(withDatabase(serverUrl, unfinished));
      await client.query(`alter database ${unfinished} rename to ${template}`);
    }
    return template;
  });
}

/** Works on a connection of its own while no other process makes a template. */
async function alone<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.testTemplate]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Connections for making and dropping databases, by their server: each opened anew costs both sides several milliseconds. */
const servers = new Map<string, pg.Pool>();

function overServer(serverUrl: string): pg.Pool {
  let pool = servers.get(serverUrl);
  if (!pool) {
    pool = new pg.Pool({ connectionString: serverUrl, max: 4, allowExitOnIdle: true });
    pool.on('error', () => {}); // the server may end before this process
    servers.set(serverUrl, pool);
  }
  return pool;
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
