import { connect } from '@balloon/database/connect.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extendAndTell, extendLease } from '#features/queue/lease.queries.ts';
import { startTestJudge } from '#testing/test-judge.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ leaseMs: 60_000 });
});
afterAll(() => server.close());

/** Notes of each change of the queue whether its commit waits for the disk. */
const NOTE_COMMITS = `
  create table noted_commit (id integer generated always as identity, waits text not null);
  create function note_commit() returns trigger language plpgsql as $$
  begin
    insert into noted_commit (waits) values (current_setting('synchronous_commit'));
    return null;
  end $$;
  create constraint trigger commit_noted after update on judging deferrable initially deferred
    for each row execute function note_commit()`;

test('a step that is reported does not wait for the disk, and the next transaction does', async () => {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  const judge = await startTestJudge(server.url);
  await author.submit(contest, {});
  const { solutionId, fence } = await judge.mustClaim();
  const { databaseUrl, leaseMs } = server.services.options;
  await using everything = new AsyncDisposableStack();
  const { db, pool, close } = connect(databaseUrl, { maxConnections: 1 });
  everything.defer(close);
  await pool.query(NOTE_COMMITS);
  await pool.query('set synchronous_commit = on');
  const {
    rows: [leased],
  } = await pool.query<{ judgeId: number }>('select judge_id as "judgeId" from judging');
  const lease = { solutionId, fence, judgeId: leased?.judgeId ?? 0 };
  const step = { state: 'testing', testNumber: 2 } as const;

  expect(await extendAndTell(db, lease, step, leaseMs)).toBe(true);
  expect(await extendLease(db, lease, step, leaseMs)).toBe(true);
  await pool.query('update judging set test_number = 3');

  const { rows } = await pool.query('select waits from noted_commit order by id');
  expect(rows).toEqual([{ waits: 'off' }, { waits: 'off' }, { waits: 'on' }]);
});
