import { connect } from '@balloon/database/connect.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findTests } from '#features/queue/claim.queries.ts';
import { findPermission } from '#features/queue/judges.queries.ts';
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
