import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addJudgeToken, revokeJudgeToken } from '#features/judging/judges/judge-tokens.ts';
import { leasesRunOut } from '#testing/leases-run-out.ts';
import { hashOf, startTestImporter } from '#testing/test-importer.ts';
import { startTestJudge, TestJudge } from '#testing/test-judge.ts';
import { startTestServer, TEST_JUDGE_TOKEN, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  const { db } = server.services;
  await db.deleteFrom('judging').execute();
  await db.deleteFrom('judge').execute();
  await db.deleteFrom('judgeToken').execute();
});

/** A judge that shows a token of its own, not registered yet. */
async function judgeOf(tokenName: string, name = tokenName): Promise<TestJudge> {
  return new TestJudge(server.url, name, await addJudgeToken(server.services.db, tokenName));
}

/** Has the judge lease a solution. */
async function leaseOf(judge: TestJudge) {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  await author.submit(contest, {});
  return judge.mustClaim();
}

async function leasedUntilMs(): Promise<number | null> {
  const { db } = server.services;
  return (await db.selectFrom('judging').select('leasedUntilMs').executeTakeFirstOrThrow()).leasedUntilMs;
}

test('a name belongs to the token that registered it first: another one is refused and shortens no lease', async () => {
  const north = await judgeOf('north', 'hall');
  const stranger = await judgeOf('stranger', 'hall');
  await north.hello();
  const task = await leaseOf(north);
  const before = await leasedUntilMs();

  await expect(stranger.hello()).rejects.toThrow(
    /JUDGE_NAME_TAKEN.*the token north: start this judge under another --name, or revoke that token/,
  );

  expect(await leasedUntilMs()).toBe(before);
  expect(await north.result(task)).toBe(true);
});

test('a judge that started again, and several judges with one token, keep their names', async () => {
  const token = await addJudgeToken(server.services.db, 'hall');
  const [first, second] = [new TestJudge(server.url, 'one', token), new TestJudge(server.url, 'two', token)];
  await first.hello();
  await second.hello();
  const again = new TestJudge(server.url, 'one', token);
  await again.hello();
  expect(again.judgeId).toBe(first.judgeId);
  expect(second.judgeId).not.toBe(first.judgeId);
  await startTestJudge(server.url, 'local');
  await startTestJudge(server.url, 'local');
});

test('a token holds so many names at most, and a judge that has one of them keeps it', async () => {
  const { db } = server.services;
  const north = await judgeOf('north');
  await north.hello();
  await sql`
    insert into judge (name, slots, mode, seen_at_ms, token_hash)
    select 'north-' || number, slots, mode, seen_at_ms, token_hash from judge, generate_series(1, 499) as number
  `.execute(db);
  const { token } = north;

  await expect(new TestJudge(server.url, 'one-too-many', token).hello()).rejects.toThrow(
    /TOO_MANY_JUDGE_NAMES.*500 names/,
  );
  await north.hello();
  await startTestJudge(server.url, 'of-another-token');

  await db.updateTable('judge').set({ seenAtMs: 0 }).where('name', '=', 'north-1').execute();
  await new TestJudge(server.url, 'in-its-place', token).hello();
});

test('names of a revoked token are free', async () => {
  const { db } = server.services;
  await (await judgeOf('north', 'hall')).hello();
  const other = await judgeOf('south', 'hall');
  await expect(other.hello()).rejects.toThrow('JUDGE_NAME_TAKEN');

  await revokeJudgeToken(db, 'north');

  await other.hello();
});

test('names of the token of the site are free when it has another one', async () => {
  const local = await startTestJudge(server.url, 'hall');
  const other = await judgeOf('south', 'hall');
  await expect(other.hello()).rejects.toThrow(/JUDGE_TOKEN of the site.*made for the name hall/);
  const task = await leaseOf(local);
  const renewed = await startTestServer({
    databaseUrl: server.databaseUrl,
    judgeToken: 'the-next-token-of-this-site',
  });

  const again = new TestJudge(renewed.url, 'hall', 'the-next-token-of-this-site');
  await again.hello();

  expect(again.judgeId).toBe(local.judgeId);
  expect(await again.result(task)).toBe(true);
  await renewed.close();
});

test('a token that was made for this very name takes it over, and the former holder has to register', async () => {
  const local = await startTestJudge(server.url, 'hall');
  const other = await judgeOf('other', 'hall');
  const own = await judgeOf('hall');

  await own.hello();

  for (const former of [local, other]) await expect(former.hello()).rejects.toThrow('JUDGE_NAME_TAKEN');
  const task = await leaseOf(own);
  for (const call of [() => local.claim(), () => local.progress(task, 'compiling'), () => local.result(task)])
    await expect(call()).rejects.toThrow('JUDGE_UNKNOWN');
  expect(await own.result(task)).toBe(true);
});

test('the former holder of a name is refused on every web process', async () => {
  const other = await startTestServer({ databaseUrl: server.databaseUrl });
  const former = new TestJudge(other.url, 'hall');
  await former.hello();
  await former.result(await leaseOf(former));
  const own = await judgeOf('hall');
  await own.hello();
  const task = await leaseOf(own);

  await expect.poll(() => former.progress(task, 'testing').then(String, String)).toContain('JUDGE_UNKNOWN');
  await expect(former.result(task)).rejects.toThrow('JUDGE_UNKNOWN');
  expect(await own.result(task)).toBe(true);
  await other.close();
});

test('a judge that is claiming loses a name that is taken over', async () => {
  const local = await startTestJudge(server.url, 'hall');
  expect(await local.claim()).toBeNull();
  await (await judgeOf('hall')).hello();
  await expect(local.claim()).rejects.toThrow('JUDGE_UNKNOWN');
});

test('a judge neither claims nor reports as another one, however it came to know the lease', async () => {
  const north = await judgeOf('north');
  const south = await judgeOf('south');
  await north.hello();
  await south.hello();
  const task = await leaseOf(north);
  const before = await leasedUntilMs();
  const own = south.judgeId;

  south.judgeId = north.judgeId;
  for (const call of [() => south.claim(), () => south.progress(task, 'testing'), () => south.result(task)])
    await expect(call()).rejects.toThrow('JUDGE_UNKNOWN');
  expect((await south.release(task).then(leasedUntilMs)) === before).toBe(true);

  south.judgeId = own;
  expect(await south.progress(task, 'testing')).toBe(false);
  expect(await south.result(task)).toBe(false);
  expect(await south.result(task, { verdict: 'judgingError', detail: 'spoilt' })).toBe(false);
  await south.release(task);
  await south.stalled(task, { suspects: 1, rank: 0 });
  expect(await leasedUntilMs()).toBe(before);
  expect(await north.result(task)).toBe(true);
});

test('a judge stores no contents for the import of another one', async () => {
  const importer = await startTestImporter(server.url);
  const data = new FormData();
  data.append('file', new Blob(['PK\u0003\u0004 anything']), 'sum.zip');
  await (await server.given.admin()).post('/api/admin/problems/import', data);
  const task = await importer.mustClaim();
  const southern = await addJudgeToken(server.services.db, 'south');
  const store = (token: string) =>
    fetch(`${server.url}/api/judge/blobs/${hashOf('input')}?importId=${task.importId}&fence=${task.fence}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: 'input',
    });

  expect((await store(southern)).status).toBe(409);
  expect((await store(TEST_JUDGE_TOKEN)).status).toBe(200);
});

test('a judge that was only slow still reports, until another one has the work', async () => {
  const north = await judgeOf('north');
  await north.hello();
  const task = await leaseOf(north);
  await leasesRunOut(server.services);
  expect(await leasedUntilMs()).toBeNull();

  expect(await north.progress(task, 'testing')).toBe(true);
  expect(await north.result(task)).toBe(true);
});

test('work that waits again after its judge fell silent takes reports of that judge alone', async () => {
  const north = await judgeOf('north');
  const south = await judgeOf('south');
  await north.hello();
  await south.hello();
  const task = await leaseOf(north);
  await leasesRunOut(server.services);

  expect(await south.progress(task, 'testing')).toBe(false);
  expect(await south.result(task)).toBe(false);
  await south.stalled(task, { suspects: 1, rank: 0 });
  expect(await north.result(task)).toBe(true);
});

test('work that may have stalled a judge takes no reports until it is claimed', async () => {
  const north = await judgeOf('north');
  const south = await judgeOf('south');
  await north.hello();
  await south.hello();
  const task = await leaseOf(north);
  await north.stalled(task, { suspects: 2, rank: 0 });

  for (const judge of [south, north]) expect(await judge.result(task)).toBe(false);
  const again = await south.mustClaim();
  expect(again.solutionId).toBe(task.solutionId);
  expect(await south.result(again)).toBe(true);
});

test('judges that registered before names belonged to tokens register again and deliver what they have', async () => {
  const { db } = server.services;
  const older = await judgeOf('north');
  await older.hello();
  const task = await leaseOf(older);
  await db.updateTable('judge').set({ tokenHash: null }).execute();

  expect(await older.progress(task, 'testing')).toBe(true);
  expect(await older.result(task)).toBe(true);
  await expect(older.claim()).rejects.toThrow('JUDGE_UNKNOWN');
  await older.hello();
  expect(await older.claim()).toBeNull();
});

test('the shared token counts as one holder', async () => {
  const [one, other] = [
    new TestJudge(server.url, 'hall'),
    new TestJudge(server.url, 'hall', TEST_JUDGE_TOKEN),
  ];
  await one.hello();
  await other.hello();
  expect(other.judgeId).toBe(one.judgeId);
});
