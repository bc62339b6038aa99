import { JudgementList } from '@balloon/contracts/solutions/judgements.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestJudge, type TestJudge } from '#testing/test-judge.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let judge: TestJudge;
beforeAll(async () => {
  server = await startTestServer();
  judge = await startTestJudge(server.url);
});
afterAll(() => server.close());

const table = async (person: Person, { id }: GivenContest) => {
  const reply = await person.get(`/api/contest/${id}/table2?count=5&offset=0&showInTimeMs=Infinity`);
  return reply.json.rows?.[0]?.cells?.[0]?.result;
};

test('a verdict given by hand stands, whatever a judge says later, and no change makes it stale', async () => {
  const { given } = server;
  const contest = await given.contest();
  const author = await given.participant(contest);
  const id = Number((await author.submit(contest, {})).json.id);
  const task = await judge.mustClaim();
  const supervisor = await given.supervisor();
  const change = (verdictId: number) => supervisor.decide(id, verdictId);

  expect((await change(1)).json).toMatchObject({ id, verdictId: 1, progress: null });
  expect(await judge.result(task, { verdict: 'wrongAnswer', testNumber: 1 })).toBe(false);
  expect(await table(author, contest)).toBe('+');
  expect((await change(2)).status).toBe(200);
  expect(await table(author, contest)).toBe('-1');
  expect((await change(99)).json.error?.code).toBe('VERDICT_NOT_FOUND');
  const { judgedBy } = await server.services.db
    .selectFrom('solution')
    .select('judgedBy')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(judgedBy).toBeNull();
  const { judgements } = (await supervisor.get(`/api/admin/solutions/${id}/judgements`)).as(JudgementList);
  expect(judgements).toMatchObject([
    { verdict: { id: 2 }, isManual: true, judge: null, madeBy: { id: supervisor.user.id } },
    { verdict: { id: 1 }, isManual: true },
  ]);
  expect((await author.get(`/api/admin/solutions/${id}/judgements`)).status).toBe(403);
  expect((await author.get('/api/admin/verdicts')).text).toContain(
    '{"id":1,"name":"Accepted","scored":false}',
  );
});

test('a verdict is changed with the password only, each time', async () => {
  const { given } = server;
  const contest = await given.contest();
  const id = Number((await (await given.participant(contest)).submit(contest, {})).json.id);
  await judge.result(await judge.mustClaim(), { verdict: 'wrongAnswer', testNumber: 1 });
  const supervisor = await given.supervisor();
  const change = (asked: object) =>
    supervisor.post(`/api/admin/solutions/${id}/verdict`, { verdictId: 1, solutionId: 4711, ...asked });
  const refusal = async (asked: object) => {
    const reply = await change(asked);
    return [reply.status, reply.json.error?.code];
  };

  expect(await refusal({})).toEqual([403, 'PASSWORD_NEEDED']);
  expect(await refusal({ password: 'guessed' })).toEqual([403, 'WRONG_PASSWORD']);
  expect((await change({ password: supervisor.user.password })).json).toMatchObject({ id, verdictId: 1 });
  expect(await refusal({ verdictId: 2 })).toEqual([403, 'PASSWORD_NEEDED']);
});

test('a deleted solution leaves lists, table and queue', async () => {
  const { given } = server;
  const contest = await given.contest();
  const author = await given.participant(contest);
  const [first, second] = [await author.submit(contest, {}), await author.submit(contest, { solution: '2' })];
  await judge.result(await judge.mustClaim());
  const supervisor = await given.supervisor();
  expect(await table(supervisor, contest)).toBe('+');

  for (const sent of [first, second]) {
    expect((await supervisor.send('DELETE', `/api/admin/solutions/${sent.json.id}`, {})).status).toBe(200);
  }

  expect(await table(supervisor, contest)).toBe('—');
  expect((await author.get(`/api/contest/${contest.id}/solutions/my`)).json.solutionsNumber).toBe(0);
  expect(await judge.claim()).toBeNull();
  const again = await supervisor.send('DELETE', `/api/admin/solutions/${first.json.id}`, {});
  expect([again.status, again.json.error?.code]).toEqual([404, 'SOLUTION_NOT_FOUND']);
});

test('a duplicate is another try of the author, or one of the jury', async () => {
  const { given } = server;
  const contest = await given.contest();
  const author = await given.participant(contest);
  const sent = (await author.submit(contest, { solution: 'print(1)' })).json;
  await judge.result(await judge.mustClaim(), { verdict: 'wrongAnswer', testNumber: 1 });
  const [moderator, admin] = [await given.supervisor(), await given.admin()];
  const path = `/api/admin/solutions/${sent.id}/duplicate`;

  const again = (await moderator.post(path)).json;
  expect(again).toMatchObject({ userId: sent.userId, duplicatedFromId: sent.id, verdictId: null });
  expect(Number(again.sentAtMs)).toBeGreaterThanOrEqual(Number(sent.sentAtMs));
  const task = await judge.mustClaim();
  expect(task).toMatchObject({ solutionId: again.id, source: 'print(1)' });
  await judge.result(task);
  expect(await table(author, contest)).toBe('+1');

  expect((await moderator.post(path, { asAdmin: true })).json.userId).toBe(moderator.user.id);
  expect((await admin.post(path, { asAdmin: true })).json).toMatchObject({ userId: 2, author: { id: 2 } });
  expect((await author.get(`/api/contest/${contest.id}/solutions/my`)).json.solutionsNumber).toBe(2);
  for (const _ of ['moderator', 'admin']) await judge.result(await judge.mustClaim());
  expect(await table(author, contest)).toBe('+1');
});

test('all three are for who supervises the contest', async () => {
  const { given } = server;
  const contest = await given.contest({ groups: [await given.group()] });
  const sent = await (await given.admin()).submit(contest, {});
  const stranger = await given.supervisor();
  const path = `/api/admin/solutions/${sent.json.id}`;
  expect((await stranger.decide(Number(sent.json.id), 1)).status).toBe(404);
  expect((await stranger.post(`${path}/duplicate`)).status).toBe(404);
  expect((await stranger.send('DELETE', path, {})).status).toBe(404);
});
