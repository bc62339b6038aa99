import { connect } from '@balloon/database/connect.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSolutions } from '#features/solutions/solution-view.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Executions after which PostgreSQL compares what it spends on plans for the given ids with a plan for any. */
const CUSTOM_PLANS = 5;

test('the plan of so many joins is made once, however many solutions are asked for', async () => {
  const contest = await server.given.contest({ startsInMin: -60, problems: ['A'] });
  const author = await server.given.participant(contest);
  await using everything = new AsyncDisposableStack();
  const database = connect(server.services.options.databaseUrl, { maxConnections: 1 });
  everything.defer(() => database.close());
  await database.pool.query(
    `insert into solution (contest_id, problem_id, account_id, language_id, sent_at_ms, source, source_sha256)
     select $1, $2, $3, 1, 0, '', '' from generate_series(1, 5000)`,
    [contest.id, contest.problemIds[0], author.user.id],
  );
  await database.pool.query('analyze solution');

  const times = 12;
  for (let time = 0; time < times; time += 1) await findSolutions(database.db, time % 2 ? [1] : [1, 2]);

  const { rows } = await database.pool.query(
    "select custom_plans, generic_plans from pg_prepared_statements where name = 'solutions'",
  );
  expect(rows).toEqual([{ custom_plans: CUSTOM_PLANS, generic_plans: times - CUSTOM_PLANS }]);
});
