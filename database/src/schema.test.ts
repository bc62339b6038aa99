import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrationNames } from '#migrate.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

const SCHEMA = new URL('../schema.sql', import.meta.url);

/** Kept by the migrations themselves, not by one of them. */
const BOOKKEEPING = ['migration'];

/** What makes two databases the same for us; each question gives lines of text. */
const QUESTIONS = {
  columns: `
    select format('%s.%s %s%s%s%s', relname, attname, format_type(atttypid, atttypmod),
      case when attnotnull then ' not null' end,
      ' default ' || pg_get_expr(adbin, adrelid),
      case attidentity when 'a' then ' identity always' when 'd' then ' identity by default' end)
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and attnum > 0
      and not attisdropped and relname <> all ($1)`,
  constraints: `
    select format('%s %s %s', relname, conname, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where relnamespace = 'public'::regnamespace and relname <> all ($1)`,
  indexes: `
    select indexdef from pg_indexes where schemaname = 'public' and tablename <> all ($1)`,
  sequences: `
    select format('%s %s %s %s', relname, seqtypid::regtype, seqstart, seqincrement)
    from pg_sequence join pg_class on pg_class.oid = seqrelid
    where $1::text[] is not null`,
  routines: `
    select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and $1::text[] is not null`,
  triggers: `
    select pg_get_triggerdef(pg_trigger.oid)
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relname <> all ($1)`,
  types: `
    select format('%s %s', typname, array(select enumlabel::text from pg_enum where enumtypid = pg_type.oid))
    from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
      and $1::text[] is not null`,
};

describe('schema.sql', () => {
  let migrated: TestDatabase;
  let emptyName: string;
  let written: pg.Client;

  beforeAll(async () => {
    migrated = await createTestDatabase();
    emptyName = `test_${randomBytes(8).toString('hex')}`;
    await migrated.pool.query(`create database ${emptyName}`);
    const url = new URL(migrated.url);
    url.pathname = `/${emptyName}`;
    written = new pg.Client({ connectionString: url.href });
    await written.connect();
    await written.query(await readFile(SCHEMA, 'utf8'));
  });
  afterAll(async () => {
    await written.end();
    await migrated.pool.query(`drop database ${emptyName}`);
    await migrated.drop();
  });

  test.each(Object.entries(QUESTIONS))('has the %s that the migrations make', async (_what, question) => {
    expect(await describeBy(written, question)).toEqual(await describeBy(migrated.pool, question));
  });

  test('is compared by answers that are there', async () => {
    expect((await describeBy(written, QUESTIONS.columns)).length).toBeGreaterThan(100);
    expect((await describeBy(written, QUESTIONS.constraints)).length).toBeGreaterThan(50);
    expect((await describeBy(written, QUESTIONS.indexes)).length).toBeGreaterThan(20);
  });
});

async function describeBy(database: pg.Client | pg.Pool, question: string): Promise<string[]> {
  const { rows } = await database.query({ text: question, values: [BOOKKEEPING], rowMode: 'array' });
  return rows.map(([line]) => String(line)).sort();
}

test('no two migrations have a number', async () => {
  const numbers = (await migrationNames()).map((name) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});
