import { connect } from '@balloon/database/connect.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findParticipations } from '#features/contests/contests.queries.ts';
import { findTests } from '#features/queue/claim.queries.ts';
import { findPermission } from '#features/queue/judges.queries.ts';
import { findSessions } from '#features/session/session.queries.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('what each claim asks for is planned once per connection', async () => {
  await using everything = new AsyncDisposableStack();
  const { db, pool, close } = connect(server.services.options.databaseUrl, { maxConnections: 1 });
  everything.defer(close);

  for (let claim = 0; claim < 8; claim += 1) {
    await findPermission(db, 1);
    await findTests(db, 1, 'all');
    await findTests(db, 1, 'samples');
  }

  // PostgreSQL makes five plans of its own for the given values before it keeps one.
  const { rows } = await pool.query(
    'select name, custom_plans as made, generic_plans as kept from pg_prepared_statements order by name',
  );
  expect(rows).toEqual([
    { name: 'all tests', made: 5, kept: 3 },
    { name: 'permission of a judge', made: 5, kept: 3 },
    { name: 'samples tests', made: 5, kept: 3 },
  ]);
});

test('who asks is read by kept plans, however many ask at once', async () => {
  await using everything = new AsyncDisposableStack();
  const { db, pool, close } = connect(server.services.options.databaseUrl, { maxConnections: 1 });
  everything.defer(close);
  const contest = await server.given.contest({ startsInMin: -60, problems: ['A'] });
  const person = await server.given.participant(contest);
  await pool.query(
    `insert into session (account_id, token_hash, created_at_ms, rotated_at_ms, seen_at_ms, expires_at_ms, device_hash)
     select $1, sha256(number::text::bytea), 0, 0, 0, 9e12, '' from generate_series(1, 5000) as number`,
    [person.user.id],
  );
  await pool.query('analyze session');

  for (let time = 0; time < 8; time += 1) {
    const asking = Array.from({ length: 1 + (time % 2) }, (_, one) => one);
    await findSessions(
      db,
      asking.map((one) => Buffer.alloc(32, one).toString('base64')),
    );
    await findParticipations(
      db,
      asking.map((one) => `1 ${one}`),
    );
  }

  const { rows } = await pool.query(
    'select name, custom_plans as made, generic_plans as kept from pg_prepared_statements order by name',
  );
  expect(rows).toEqual([
    { name: 'participations', made: 5, kept: 3 },
    { name: 'sessions', made: 5, kept: 3 },
  ]);
});
