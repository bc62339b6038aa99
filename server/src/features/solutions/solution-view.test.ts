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

test('the kept plan does not read the queue that has grown since it was made', async () => {
  const contest = await server.given.contest({ startsInMin: -60, problems: ['A'] });
  const author = await server.given.participant(contest);
  await using everything = new AsyncDisposableStack();
  const database = connect(server.services.options.databaseUrl, { maxConnections: 1 });
  everything.defer(() => database.close());
  const { db, pool } = database;
  await pool.query('delete from judging');
  await pool.query('analyze judging');
  for (let time = 0; time <= CUSTOM_PLANS; time += 1) await findSolutions(db, [1]);
  const { rows } = await pool.query<{ id: number }>(
    `with sent as (
       insert into solution (contest_id, problem_id, account_id, language_id, sent_at_ms, source, source_sha256)
       select $1, $2, $3, 1, 0, '', '' from generate_series(1, 3000) returning id, account_id
     ), queued as (
       insert into judging (solution_id, account_id, system_type, language_key, state)
       select id, account_id, 'balloon', 'python3', 'testing' from sent
     )
     select id from sent limit 10`,
    [contest.id, contest.problemIds[0], author.user.id],
  );
  const ids = rows.map(({ id }) => id);

  // Statistics of the transaction, since chores of the server read the queue as well.
  await pool.query('begin');
  const found = await findSolutions(db, ids);
  const { rows: read } = await pool.query<{ tuples: number }>(
    `select (seq_tup_read + idx_tup_fetch)::integer as tuples
     from pg_stat_xact_user_tables where relname = 'judging'`,
  );
  await pool.query('commit');

  expect(found.map(({ state }) => state)).toEqual(ids.map(() => 'testing'));
  expect(read).toEqual([{ tuples: expect.toSatisfy((tuples) => tuples >= ids.length && tuples < 100) }]);
});
