import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#testing/test-database.ts';

const migration = (name: string) => readFile(new URL(`../migrations/${name}.sql`, import.meta.url), 'utf8');

/** A database as the first release left it, with a problem of which only the checkers differ. */
async function withFirstRelease(check: (client: pg.Client) => Promise<void>): Promise<void> {
  const server = await createTestDatabase();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await server.pool.query(`create database ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(await migration('0001_foundation'));
    await client.query("insert into problem (title) values ('Sum')");
    await check(client);
  } finally {
    await client.end();
    await server.pool.query(`drop database ${name}`);
    await server.drop();
  }
}

const SOURCE = 'a'.repeat(64);
const INPUT = 'b'.repeat(64);

async function addTestset(client: pg.Client, checker: object, timeLimitMs = 1000): Promise<void> {
  await client.query(
    `with added as (
       insert into testset (problem_id, sha256, time_limit_ms, memory_limit_kb, checker)
       values (1, 'name', $1, 65536, $2) returning id
     ) insert into test (testset_id, number, input_sha256, answer_sha256) select id, 1, $3, $3 from added`,
    [timeLimitMs, checker, INPUT],
  );
}

test('testsets of the first release keep their checkers and get the new rules', async () => {
  await withFirstRelease(async (client) => {
    await client.query('insert into blob values ($1, 7), ($2, 1)', [SOURCE, INPUT]);
    const floats = { kind: 'floats', absolute: 0.1, relative: 0 };
    await addTestset(client, floats);
    await addTestset(client, { kind: 'program', language: 'cpp20', sourceSha256: SOURCE });
    await addTestset(client, floats, 2000);

    await client.query(await migration('0002_judging_rules'));

    const { rows } = await client.query(
      'select checker, rules, tests_sha256, checker_sha256, limits_sha256 from testset order by id',
    );
    const [first, second, third] = rows;
    expect(first).toMatchObject({ checker: floats, rules: {} });
    expect(second.checker).toEqual({
      kind: 'program',
      protocol: 'testlib',
      program: {
        language: 'cpp20',
        files: [{ path: 'check.cpp', sha256: SOURCE, bytes: 7 }],
        sources: ['check.cpp'],
      },
      flags: [],
    });
    expect(first.tests_sha256).toBe(third.tests_sha256);
    expect(first.checker_sha256).toBe(third.checker_sha256);
    expect(first.checker_sha256).not.toBe(second.checker_sha256);
    expect(first.limits_sha256).toBe(second.limits_sha256);
    expect(first.limits_sha256).not.toBe(third.limits_sha256);
  });
});
