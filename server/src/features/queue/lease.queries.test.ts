import { type Connection, connect } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Claimer, claimNext, isOfMany, type Lease } from '#features/queue/claim.queries.ts';
import { PRIORITIES, REJUDGING_TURNS } from '#features/queue/enqueue-judging.ts';
import { extendAndTell, extendLease, shortenLeases } from '#features/queue/lease.queries.ts';
import { startTestJudge } from '#testing/test-judge.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await sql.raw(NOTE_COMMITS).execute(server.services.db);
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

async function connectAlone(everything: AsyncDisposableStack) {
  const { db, pool, close } = connect(server.services.options.databaseUrl, { maxConnections: 1 });
  everything.defer(close);
  await pool.query('set synchronous_commit = on');
  return { db, pool };
}

/** What `NOTE_COMMITS` has noted since the last call. */
async function notedCommits({ pool }: Pick<Connection, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ waits: string }>(
    'with noted as (delete from noted_commit returning *) select waits from noted order by id',
  );
  return rows.map(({ waits }) => waits);
}

test('a step that is reported does not wait for the disk, and the next transaction does', async () => {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  const judge = await startTestJudge(server.url);
  await author.submit(contest, {});
  const { solutionId, fence } = await judge.mustClaim();
  const { leaseMs } = server.services.options;
  await using everything = new AsyncDisposableStack();
  const { db, pool } = await connectAlone(everything);
  const {
    rows: [leased],
  } = await pool.query<{ judgeId: number }>('select judge_id as "judgeId" from judging');
  const lease = { solutionId, fence, judgeId: leased?.judgeId ?? 0 };
  await notedCommits({ pool });
  const step = { state: 'testing', testNumber: 2 } as const;

  expect(await extendAndTell(db, lease, step, leaseMs)).toBe(true);
  expect(await extendLease(db, lease, step, leaseMs)).toBe(true);
  await pool.query('update judging set test_number = 3');

  expect(await notedCommits({ pool })).toEqual(['off', 'off', 'on']);
});

test('the lease of one of many does not wait for the disk, and that of what was just sent does', async () => {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  const judge = await startTestJudge(server.url);
  for (let sent = 0; sent < 2; sent += 1) await author.submit(contest, {});
  await using everything = new AsyncDisposableStack();
  const { db, pool } = await connectAlone(everything);
  await pool.query('update judging set priority = $1, turn = $2 where id = (select max(id) from judging)', [
    PRIORITIES.rejudging,
    REJUDGING_TURNS.bulk,
  ]);
  await notedCommits({ pool });

  const leases: (Lease | undefined)[] = [];
  for (let claim = 0; claim < 2; claim += 1) leases.push(await claimNext(db, claimOf(judge)));

  expect(leases.map((lease) => lease && isOfMany(lease))).toEqual([false, true]);
  expect(await notedCommits({ pool })).toEqual(['on', 'off']);
});

test('the leases of a judge that starts again are shortened without a wait for what others change', async () => {
  const contest = await server.given.contest();
  const judge = await startTestJudge(server.url);
  for (let sent = 0; sent < 2; sent += 1) await (await server.given.participant(contest)).submit(contest, {});
  const [changed, other] = [await judge.mustClaim(), await judge.mustClaim()];
  const { db } = server.services;
  const lease = async ({ solutionId }: { solutionId: number }) =>
    (
      await db
        .selectFrom('judging')
        .select('leasedUntilMs')
        .where('solutionId', '=', solutionId)
        .executeTakeFirstOrThrow()
    ).leasedUntilMs;
  const before = [await lease(changed), await lease(other)];

  await db.transaction().execute(async (others) => {
    await others
      .selectFrom('judging')
      .select('id')
      .where('solutionId', '=', changed.solutionId)
      .forUpdate()
      .execute();
    await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = 1000`.execute(tx);
      await shortenLeases(tx, judge.judgeId, 1000);
    });
  });

  expect(await lease(changed)).toBe(before[0]);
  expect(await lease(other)).not.toBe(before[1]);
});

const claimOf = ({ judgeId }: { judgeId: number }): Claimer => ({
  ...{ judgeId, languageKeys: ['python3'], takes: ['solution'] },
  ...{ takesBulk: true, leaseMs: 60_000 },
});
