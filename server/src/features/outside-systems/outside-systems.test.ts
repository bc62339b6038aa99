import { OutsideServers, RunsToSettle } from '@balloon/contracts/outside/outside-systems.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenOutsideLanguage, givenOutsideProblem } from '#testing/given-outside.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const BASE = '/api/admin/outside-systems';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterAll(() => server.close());

const add = (body: object) => admin.post(`${BASE}/servers`, body);
const codeOf = (reply: { status: number; json: { error?: { code: string } } }) => [
  reply.status,
  reply.json.error?.code,
];

/** A server with an account. */
async function given(url: string) {
  const added = (await add({ systemType: 'timus', name: 'Timus', url })).as(OutsideServers);
  const made = added.servers.find((each) => each.url === url);
  if (!made) throw new Error(`${url} is not among the servers`);
  const path = `${BASE}/servers/${made.id}`;
  const credentials = { judgeId: '12345AB' };
  const reply = (await admin.post(`${path}/accounts`, { name: 'first', credentials })).as(OutsideServers);
  const account = reply.servers.find(({ id }) => id === made.id)?.accounts[0];
  if (!account) throw new Error('There is no account');
  return { serverId: made.id, path, account, accountPath: `${BASE}/accounts/${account.id}` };
}

async function read(serverId: number) {
  const { servers } = (await admin.get(BASE)).as(OutsideServers);
  const found = servers.find(({ id }) => id === serverId);
  if (!found) throw new Error(`There is no server ${serverId}`);
  return found;
}

test('a public system needs no address, one on servers of their own does', async () => {
  const { servers } = (await add({ systemType: 'acmp', name: 'acmp' })).as(OutsideServers);
  expect(servers.find(({ systemType }) => systemType === 'acmp')).toMatchObject({
    url: 'https://acmp.ru/',
    sendEveryMs: 45_000,
  });
  const ejudge = { systemType: 'ejudge', name: 'School', settings: { contests: '12' } };
  expect(codeOf(await add(ejudge))).toEqual([400, 'OUTSIDE_URL_MISSING']);
  expect((await add({ ...ejudge, url: 'https://school.example.org' })).status).toBe(200);
  expect(codeOf(await add({ ...ejudge, url: 'https://school.example.org/' }))).toEqual([
    409,
    'OUTSIDE_SERVER_EXISTS',
  ]);
  expect(codeOf(await add({ ...ejudge, url: 'https://b.example.org', settings: {} }))).toEqual([
    400,
    'OUTSIDE_FIELDS',
  ]);
});

test.each(['ftp://a.example.org', 'nonsense', 'https://user:word@a.example.org'])(
  'the address %s is refused',
  async (url) => {
    expect((await add({ systemType: 'timus', name: 'Timus', url })).status).toBe(400);
  },
);

test('secrets of accounts never come out, not in the log of changes either', async () => {
  const { serverId, accountPath } = await given('https://secrets.example.org/');
  expect((await read(serverId)).accounts[0]).toMatchObject({
    credentials: { judgeId: null },
    isEnabled: true,
  });
  await admin.post(accountPath, { credentials: { password: 'very-secret-word' } });
  expect((await read(serverId)).accounts[0]?.credentials).toEqual({ judgeId: null, password: null });
  const all = (await admin.get('/api/admin/audit')).text + (await admin.get(BASE)).text;
  expect(all).not.toContain('12345AB');
  expect(all).not.toContain('very-secret-word');
  const stored = await server.services.db.selectFrom('outsideAccount').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain('12345AB');
});

test('a needed credential cannot be removed, and none is invented', async () => {
  const { accountPath, path } = await given('https://needed.example.org/');
  expect(codeOf(await admin.post(accountPath, { credentials: { judgeId: '' } }))).toEqual([
    400,
    'OUTSIDE_FIELDS',
  ]);
  const strange = { name: 'second', credentials: { judgeId: '1A', shoeSize: '43' } };
  expect(codeOf(await admin.post(`${path}/accounts`, strange))).toEqual([400, 'OUTSIDE_FIELDS']);
  const same = { name: 'first', credentials: { judgeId: '1A' } };
  expect(codeOf(await admin.post(`${path}/accounts`, same))).toEqual([409, 'OUTSIDE_ACCOUNT_EXISTS']);
});

test('passwords do not follow a server to another address', async () => {
  const { path, accountPath, serverId } = await given('https://old.example.org/');
  const moved = { url: 'https://new.example.org/' };
  expect(codeOf(await admin.post(path, moved))).toEqual([409, 'OUTSIDE_SERVER_HAS_ACCOUNTS']);
  expect((await admin.post(path, { name: 'New name' })).status).toBe(200);
  await admin.send('DELETE', accountPath, {});
  expect((await admin.post(path, moved)).status).toBe(200);
  expect(await read(serverId)).toMatchObject({ ...moved, name: 'New name', accounts: [] });
});

test('a server that was away is tried at once at another address', async () => {
  const { path, accountPath, serverId } = await given('https://away.example.org/');
  await admin.send('DELETE', accountPath, {});
  const { db } = server.services;
  const awayUntilMs = Date.now() + 600_000;
  await db.updateTable('outsideServer').set({ awayUntilMs }).where('id', '=', serverId).execute();
  await admin.post(path, { name: 'Renamed' });
  expect((await read(serverId)).awayUntilMs).toBe(awayUntilMs);
  await admin.post(path, { url: 'https://here.example.org/' });
  expect((await read(serverId)).awayUntilMs).toBe(0);
});

test('a server is paused and resumed, an account disabled and enabled', async () => {
  const { path, accountPath, serverId } = await given('https://pause.example.org/');
  await admin.post(`${path}/pause`, { reason: 'maintenance' });
  expect(await read(serverId)).toMatchObject({ pauseReason: 'maintenance', hasDrifted: false });
  expect((await read(serverId)).pausedBy?.name).toMatch(/^First user-/);
  await admin.post(`${path}/resume`);
  expect(await read(serverId)).toMatchObject({ pausedAtMs: null, pauseReason: null, pausedBy: null });
  await admin.post(accountPath, { isEnabled: false });
  expect((await read(serverId)).accounts[0]).toMatchObject({ isEnabled: false, disabledBy: 'admin' });
  await admin.post(accountPath, { isEnabled: true });
  expect((await read(serverId)).accounts[0]).toMatchObject({ isEnabled: true, disabledBy: null });
});

test('what problems and waiting solutions need is not removed', async () => {
  const { path, accountPath, serverId, account } = await given('https://used.example.org/');
  const { db } = server.services;
  const languageId = await givenOutsideLanguage(db, { serverId, systemType: 'timus' });
  const { problemId } = await givenOutsideProblem(db, { serverId });
  const contest = await server.given.contest({ problems: [problemId] });
  await db
    .updateTable('problem')
    .set({ foreignProblemIdentifier: '1000' })
    .where('id', '=', problemId)
    .execute();
  expect(await read(serverId)).toMatchObject({ problems: 1, firstProblem: '1000' });
  expect(codeOf(await admin.send('DELETE', path, {}))).toEqual([409, 'OUTSIDE_SERVER_IN_USE']);
  const person = await server.given.participant(contest);
  const solutionId = Number((await person.submit(contest, { languageId })).json.id);
  await db
    .insertInto('outsideRun')
    .values({ solutionId, serverId, accountId: account.id, state: 'unsettled', sentAtMs: 1, watermark: null })
    .execute();
  await db
    .updateTable('outsideRun')
    .set({ candidates: ['17', '18'] })
    .execute();
  expect(codeOf(await admin.send('DELETE', accountPath, {}))).toEqual([409, 'OUTSIDE_ACCOUNT_IN_USE']);
  const other = { credentials: { judgeId: '999999ZZ' } };
  expect(codeOf(await admin.post(accountPath, other))).toEqual([409, 'OUTSIDE_ACCOUNT_SENT']);
  expect((await admin.post(accountPath, { credentials: { password: 'new one' } })).status).toBe(200);

  expect((await admin.get(`${BASE}/runs`)).as(RunsToSettle)).toMatchObject([
    {
      ...{ solutionId, state: 'unsettled', run: null, account: 'first' },
      contest: { id: contest.id },
      server: { id: serverId, systemType: 'timus' },
      candidates: [
        { runId: '17', url: 'https://used.example.org/status.aspx?space=1&count=1&from=17' },
        { runId: '18' },
      ],
    },
  ]);
  const settle = (runId: string | null) => admin.post(`${BASE}/runs/${solutionId}/settle`, { runId });
  expect((await settle('17')).status).toBe(200);
  expect(codeOf(await settle('17'))).toEqual([404, 'OUTSIDE_RUN_NOT_FOUND']);
  expect((await admin.get(`${BASE}/runs`)).as(RunsToSettle)).toEqual([]);
});

test('SGU uses the accounts of Codeforces, which is added with it and stays as long as it', async () => {
  const url = 'https://cf.example.org/';
  const { servers } = (await add({ systemType: 'sgu', name: 'SGU', url })).as(OutsideServers);
  const [cf, sgu] = ['cf', 'sgu'].map((type) =>
    servers.find((one) => one.systemType === type && one.url === url),
  );
  if (!cf || !sgu) throw new Error('Both servers should be there');
  const account = { name: 'jury', credentials: { handle: 'jury', password: 'secret' } };
  expect((await admin.post(`${BASE}/servers/${sgu.id}/accounts`, account)).status).toBe(200);
  expect((await read(cf.id)).accounts).toMatchObject([{ name: 'jury' }]);
  expect((await read(sgu.id)).accounts).toEqual((await read(cf.id)).accounts);

  for (const { id } of [cf, sgu]) {
    const moved = await admin.post(`${BASE}/servers/${id}`, { url: 'https://other.example.org/' });
    expect(codeOf(moved)).toEqual([409, 'OUTSIDE_SERVER_HAS_ACCOUNTS']);
  }
  expect(codeOf(await admin.send('DELETE', `${BASE}/servers/${cf.id}`, {}))).toEqual([
    409,
    'OUTSIDE_SERVER_IN_USE',
  ]);
  expect((await admin.send('DELETE', `${BASE}/servers/${sgu.id}`, {})).status).toBe(200);
  expect((await admin.send('DELETE', `${BASE}/servers/${cf.id}`, {})).status).toBe(200);
});
