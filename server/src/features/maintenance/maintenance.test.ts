import { OlderStatus, ServerStatus } from '@balloon/contracts/site/maintenance.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenOutsideProblem } from '#testing/given-outside.ts';
import { startTestJudge } from '#testing/test-judge.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
let restarts = 0;
beforeAll(async () => {
  server = await startTestServer({
    restart: () => {
      restarts += 1;
    },
  });
  admin = await server.given.admin();
});
afterAll(() => server.close());

test('a restart is for admins, at once while no contest runs, with the typed word while one does', async () => {
  const moderator = await server.given.supervisor();
  expect((await moderator.post('/api/admin/restart')).status).toBe(403);
  expect((await admin.post('/api/admin/restart')).json).toEqual({ ok: true });
  await expect.poll(() => restarts).toBe(1);

  const contest = await server.given.contest({ name: 'Finals' });
  const refused = await admin.post('/api/admin/restart');
  expect([refused.status, refused.json.error?.code]).toEqual([409, 'RESTART_NEEDS_CONFIRMATION']);
  expect(refused.json.error?.restParams).toEqual({
    confirm: 'RESTART',
    contests: [{ id: contest.id, name: 'Finals' }],
  });
  expect((await admin.post('/api/admin/restart', { confirm: 'yes' })).status).toBe(409);
  expect((await admin.get('/api/admin/server')).as(ServerStatus).restart).toMatchObject({
    isPossible: true,
    confirm: 'RESTART',
    contests: [{ name: 'Finals' }],
  });
  expect((await admin.post('/api/admin/restart', { confirm: ' restart ' })).json).toEqual({ ok: true });
});

test('a process without a supervisor refuses to restart', async () => {
  const alone = await startTestServer();
  const reply = await (await alone.given.admin()).post('/api/admin/restart');
  expect([reply.status, reply.json.error?.code]).toEqual([409, 'RESTART_NOT_POSSIBLE']);
  await alone.close();
});

test('the status has web, database, judges and queue, and for older clients the judges as accounts', async () => {
  await startTestJudge(server.url, 'judge one');
  const contest = await server.given.contest();
  const participant = await server.given.participant(contest);
  await participant.submit(contest, {});
  const read = async () => (await admin.get('/api/admin/server')).as(ServerStatus);
  await expect.poll(async () => (await read()).queue.verdict).toEqual({ waiting: 1, running: 0 });
  const status = await read();
  expect(status.judges).toMatchObject([{ name: 'judge one', isAlive: true, running: 0 }]);
  expect(status.database.sizeBytes).toBeGreaterThan(1_000_000);
  expect(status.queue.oldestSentAtMs).toBeGreaterThan(0);
  const older = (await admin.get('/api/admin/status')).as(OlderStatus);
  expect(older).toEqual([
    {
      type: 'balloon',
      status: { allAccountsNumber: 1, freeAccountsNumber: 1, busyAccountsNumber: 0, busyAccounts: [] },
    },
  ]);
});

test('older clients see accounts of outside systems beside the judges, those that rest after a send as busy', async () => {
  const admin = await server.given.admin();
  const { db } = server.services;
  const { serverId } = await givenOutsideProblem(db, { systemType: 'acmp' });
  const account = { serverId, credentials: 'sealed' };
  const rests = { name: 'second', lastSentAtMs: 5, freeAtMs: Date.now() + 60_000 };
  await db
    .insertInto('outsideAccount')
    .values([
      { ...account, name: 'first' },
      { ...account, ...rests },
      { ...account, name: 'third', disabledAtMs: 1, disabledBy: 'admin' },
    ])
    .execute();
  await expect
    .poll(async () =>
      (await admin.get('/api/admin/status')).as(OlderStatus).filter(({ type }) => type === 'acmp'),
    )
    .toEqual([
      {
        type: 'acmp',
        status: {
          ...{ allAccountsNumber: 2, freeAccountsNumber: 1, busyAccountsNumber: 1 },
          busyAccounts: [
            { instance: { systemNickname: 'second', systemLogin: 'second' }, lastSentSolutionAtMs: 5 },
          ],
        },
      },
    ]);
});
