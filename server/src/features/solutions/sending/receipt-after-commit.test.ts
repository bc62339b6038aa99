import { SubmitReply } from '@balloon/contracts/solutions/solutions.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { countLockWaits } from '#testing/lock-waits.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

/*
 * A receipt is made while PostgreSQL commits the solution. A trigger of these tests works at the commit: it waits for a lock,
 * and refuses some sources.
 */

const HELD = 4711;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.services.pool.query(`
    create function hold_commit() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${HELD});
      if new.source = 'shutdown' then
        raise exception using errcode = '57P01', message = 'the database goes down';
      elsif new.source = 'broken' then
        raise exception using errcode = '23514', message = 'the commit is refused';
      end if;
      return null;
    end
    $$;
    create constraint trigger commit_held after insert on solution deferrable initially deferred
      for each row execute function hold_commit();
  `);
});
afterAll(() => server.close());

const storedSources = async (contestId: number) => {
  const { db } = server.services;
  const stored = await db
    .selectFrom('solution')
    .select('source')
    .where('contestId', '=', contestId)
    .orderBy('id')
    .execute();
  return stored.map(({ source }) => source);
};

test('a receipt does not leave before the commit', async () => {
  const { given, services } = server;
  const contest = await given.contest();
  const participant = await given.participant(contest);
  const holder = await services.pool.connect();
  onTestFinished(() => holder.release(true)); // frees the lock, too
  await holder.query('select pg_advisory_lock($1)', [HELD]);
  let isAnswered = false;

  const sending = participant.submit(contest, { solution: 'held' }).finally(() => {
    isAnswered = true;
  });
  const waiting = async () => {
    const { rows } = await holder.query(
      `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
    );
    return rows.length;
  };
  await expect.poll(waiting).toBe(1);
  // Answers of the same process to others go out meanwhile, so this one would, too.
  for (let times = 0; times < 5; times += 1) await participant.get(`/api/contest/${contest.id}`);
  expect([isAnswered, await storedSources(contest.id)]).toEqual([false, []]);

  await holder.query('select pg_advisory_unlock($1)', [HELD]);
  expect((await sending).as(SubmitReply).receipt.id).toBeGreaterThan(0);
  expect(await storedSources(contest.id)).toEqual(['held']);
});

test('who sends what is not committed has no receipt, and others are accepted afterwards', async () => {
  const { given } = server;
  const contest = await given.contest();
  const participant = await given.participant(contest);

  const away = await participant.submit(contest, { solution: 'shutdown' });
  expect([away.status, away.json.error?.code]).toEqual([503, 'DATABASE_AWAY']);
  expect(away.headers.get('retry-after')).not.toBeNull();
  const refused = await participant.submit(contest, { solution: 'broken' });
  expect([refused.status, Object.keys(refused.json)]).toEqual([500, ['error']]);
  expect((await participant.submit(contest, { solution: 'print(1)' })).status).toBe(200);
  expect(await storedSources(contest.id)).toEqual(['print(1)']);
});

test('where one of several is not committed none of them has a receipt', async () => {
  const { given, services } = server;
  const contest = await given.contest();
  const people = await Promise.all([1, 2, 3].map(() => given.participant(contest)));
  const holder = await services.pool.connect();
  onTestFinished(() => holder.release(true)); // frees the lock, too
  await holder.query('begin');
  await holder.query('select from contest where id = $1 for no key update', [contest.id]);

  // The first one waits for the lock; the others come together after it.
  const sendings = people.map((person, index) =>
    person.submit(contest, {
      solution: index === 1 ? 'broken' : 'print(1)',
      idempotencyKey: `key-of-solution-${index}`,
    }),
  );
  await expect.poll(() => countLockWaits(services.db)).toBe(1);
  await Promise.all(people.map((person) => person.get(`/api/contest/${contest.id}`)));
  await holder.query('commit');

  const statuses = (await Promise.all(sendings)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength((await storedSources(contest.id)).length);
  expect(statuses).toContain(500);
});
