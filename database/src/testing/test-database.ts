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

/**
 * Creates a test database in the PostgreSQL that the test run started (`BALLOON_TEST_DATABASE_URL`).
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env.BALLOON_TEST_DATABASE_URL;
  if (!serverUrl) throw new Error('BALLOON_TEST_DATABASE_URL is not set: run the tests through Vitest');
  const template = await ensureTemplate(serverUrl);
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copying files leaves nothing in the log, and the buffers to what tests do.
  await onServer(serverUrl, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  );
  const url = withDatabase(serverUrl, name);
  const connection = connect(url);
  return {
    ...connection,
    url,
    async drop() {
      await connection.close();
      await onServer(serverUrl, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/** The template, named by the newest migration; the first test process that needs it makes it. */
async function ensureTemplate(serverUrl: string): Promise<string> {
  const newest = (await migrationNames()).at(-1)?.slice(0, 4) ?? '0000';
  const template = `template_${newest}`;
  return onServer(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.testTemplate]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      const unfinished = `${template}_making`;
      await client.query(`drop database if exists ${unfinished} with (force)`);
      await client.query(`create database ${unfinished}`);
      await migrate(withDatabase(serverUrl, unfinished));
      await client.query(`alter database ${unfinished} rename to ${template}`);
    }
    return template;
  });
}

async function onServer<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
