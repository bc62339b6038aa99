import { createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Health, HealthDetails } from '@balloon/contracts/site/health.ts';
import { connect } from '@balloon/database/connect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHealthLook } from '#features/health/look-at-health.ts';
import { layCable } from '#testing/test-cable.ts';
import {
  type Reply,
  startTestServer,
  TEST_JUDGE_TOKEN,
  type TestClient,
  type TestServer,
} from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Waits for an answer with a database: one that takes long, as on a busy machine, counts as away. */
async function healthy(client: TestClient, path = '/api/health'): Promise<Reply> {
  let reply: Reply | undefined;
  await expect
    .poll(async () => {
      reply = await client.get(path);
      return reply.json.status;
    })
    .toBe('ok');
  return reply as Reply;
}

/** Long beside what a busy machine needs for an answer. */
const DRAIN_MS = 20_000;

test('a process that leaves says so to proxies, serves meanwhile and at last keeps no connection', async () => {
  const leaving = await startTestServer({ drainMs: DRAIN_MS, databaseUrl: server.databaseUrl });
  const anonymous = leaving.given.anonymous();
  const before = await anonymous.get('/api/ready');
  expect([before.status, before.json]).toEqual([200, { isReady: true }]);

  const closed = leaving.close();
  const after = await anonymous.get('/api/ready');
  let served: Reply;
  // Over the connection of before: new ones are refused in the second half.
  do {
    await pause(100); // asking all the time takes a whole core
    served = await anonymous.get('/api/contacts');
  } while (served.headers.get('connection') !== 'close');
  await closed;

  expect([after.status, after.json]).toEqual([503, { isReady: false }]);
  expect(served.status).not.toBe(503);
  expect([after, served].map(({ headers }) => headers.get('connection'))).toEqual(['keep-alive', 'close']);
});

test('health tells version, clock and database without signing in, and nothing of work', async () => {
  const reply = await healthy(server.given.anonymous());
  expect(reply.headers.get('cache-control')).toBe('no-store');
  const health = reply.as(Health);
  expect(health).toMatchObject({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    isJudging: false,
  });
  expect(reply.json.database).toEqual({ connected: true });
  expect(reply.text).not.toMatch(/judges|queue|latency|waiting/);
  expect(Math.abs(health.nowMs - Date.now())).toBeLessThan(60_000);
});

test('supervisors read the judges and whether they are alive, participants do not', async () => {
  const hello = {
    name: 'judge one',
    slots: 2,
    mode: 'full',
    warnings: [],
    languages: [{ key: 'c', version: 'gcc 14' }],
  };
  const headers = { authorization: `Bearer ${TEST_JUDGE_TOKEN}` };
  for (const name of ['judge one', 'judge two', 'long gone']) {
    await server.given.anonymous().post('/api/judge/hello', { ...hello, name }, headers);
  }
  const { db } = server.services;
  await db
    .updateTable('judge')
    .set({ seenAtMs: Date.now() - 600_000 })
    .where('name', '=', 'judge two')
    .execute();
  await db.updateTable('judge').set({ seenAtMs: 1 }).where('name', '=', 'long gone').execute();

  const supervisor = await server.given.supervisor();
  const details = await healthy(supervisor, '/api/admin/health');
  const { judges, queue } = details.as(HealthDetails);
  expect(queue).toEqual({ waiting: 0, running: 0 });
  const participant = await server.given.signedIn(await server.given.user());
  expect((await participant.get('/api/admin/health')).status).toBe(403);
  const seen = await healthy(participant);
  expect(seen.json.isJudging).toBe(true);
  expect(seen.text).not.toMatch(/judge one|queue/);

  expect(judges).toEqual([
    { name: 'judge one', isAlive: true, slots: 2, mode: 'full', languages: 1 },
    { name: 'judge two', isAlive: false, slots: 2, mode: 'full', languages: 1 },
  ]);
});

describe('while the database is away', () => {
  test('health says so with status 503, other calls do not pretend, and both come back', async () => {
    const cable = await layCable(server.databaseUrl);
    const second = await startTestServer({ databaseUrl: cable.url });
    const person = await second.given.signedIn(await second.given.user());

    cable.cut();
    const health = await second.given.anonymous().get('/api/health');
    const me = await person.get('/api/user/me');
    cable.mend();

    expect(health.status).toBe(503);
    expect(health.as(Health)).toMatchObject({ status: 'degraded', database: { connected: false } });
    expect(me.status).toBe(503);
    expect(me.json.error?.code).toBe('DATABASE_AWAY');
    await healthy(second.given.anonymous());
    expect((await person.get('/api/user/me')).status).toBe(200);
    await second.close();
    await cable.close();
  });

  test('health answers also when the database takes connections and then says nothing', async () => {
    const mute: Server = createServer(() => {});
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const { port } = mute.address() as { port: number };
    const connection = connect(`postgres://nobody@127.0.0.1:${port}/nothing`);
    const look = createHealthLook({ ...server.services, db: connection.db });

    const answers = await Promise.all([look(), look(), look()]);

    for (const { status } of answers) expect(status).toBe('degraded');
    expect(connection.pool.totalCount).toBe(1); // however many asked
    mute.close();
  });
});
