import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

const MIGRATIONS = new URL('../migrations/', import.meta.url);
const MIGRATION = '0022_imports_in_the_queue.sql';

let migrated: TestDatabase;
let name: string;
let client: pg.Client;

/** Creates a database in its state before the migration. */
beforeAll(async () => {
  migrated = await createTestDatabase();
  name = `test_${randomBytes(8).toString('hex')}`;
  await migrated.pool.query(`create database ${name}`);
  const url = new URL(migrated.url);
  url.pathname = `/${name}`;
  client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const earlier = (await readdir(MIGRATIONS)).filter((file) => file < MIGRATION).sort();
  for (const file of earlier) await run(file);
});

afterAll(async () => {
  await client.end();
  await migrated.pool.query(`drop database ${name}`);
  await migrated.drop();
});

const run = async (file: string) => client.query(await readFile(new URL(file, MIGRATIONS), 'utf8'));

test('imports that wait or are built move into the queue with their leases', async () => {
  await client.query(`
    insert into judge (id, name, slots, mode, seen_at_ms) values (7, 'judge', 1, 'full', 1);
    insert into package_import
      (id, file_name, size_bytes, state, attempt, fence, judge_id, leased_until_ms, created_at_ms)
    values
      (1, 'ended.zip', 1, 'done', 1, 10, null, null, 1),
      (2, 'waits.zip', 1, 'queued', 1, 11, null, null, 1),
      (3, 'is-built.zip', 1, 'running', 2, 12, 7, 99, 1);
  `);

  await client.query('begin');
  await run(MIGRATION);
  await client.query('commit');

  const { rows: queued } = await client.query(`
    select import_id, purpose, state, attempt, max_attempts, fence::integer, judge_id, leased_until_ms::integer
    from judging order by id
  `);
  const common = { purpose: 'import', max_attempts: 2 };
  expect(queued).toEqual([
    {
      ...common,
      import_id: 2,
      state: 'queued',
      attempt: 1,
      fence: 11,
      judge_id: null,
      leased_until_ms: null,
    },
    { ...common, import_id: 3, state: 'testing', attempt: 2, fence: 12, judge_id: 7, leased_until_ms: 99 },
  ]);
  const { rows: imports } = await client.query('select id, state from package_import order by id');
  expect(imports).toEqual([
    { id: 1, state: 'done' },
    { id: 2, state: 'waiting' },
    { id: 3, state: 'waiting' },
  ]);
});
