import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestJudge, type TestJudge } from '#testing/test-judge.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let judge: TestJudge;
beforeAll(async () => {
  server = await startTestServer();
  judge = await startTestJudge(server.url);
});
afterAll(() => server.close());

test('a removed participant leaves table, lists and queue, and may join again with nothing', async () => {
  const { given } = server;
  const contest = await given.contest();
  const [anna, boris] = [await given.participant(contest), await given.participant(contest)];
  await anna.submit(contest, {});
  await judge.result(await judge.mustClaim());
  await anna.submit(contest, { solution: '2' });
  const supervisor = await given.supervisor();
  const rows = async () => {
    const query = 'count=9&offset=0&showInTimeMs=Infinity';
    const table = (await boris.get(`/api/contest/${contest.id}/table2?${query}`)).as(ScoreboardPage);
    return table.rows.map(({ user, acceptedSolutions }) => [user.id, acceptedSolutions]);
  };
  expect(await rows()).toEqual([
    [anna.user.id, 1],
    [boris.user.id, 0],
  ]);

  const path = `/api/admin/contests/${contest.id}/users/${anna.user.id}`;
  expect((await supervisor.send('DELETE', path, {})).json).toEqual({ result: true, count: 2 });

  expect(await rows()).toEqual([[boris.user.id, 0]]);
  expect(await judge.claim()).toBeNull();
  expect((await anna.get(`/api/contest/${contest.id}/problems`)).status).toBe(403);
  expect((await supervisor.send('DELETE', path, {})).json.error?.code).toBe('PARTICIPANT_NOT_FOUND');
  expect((await anna.post(`/api/contest/${contest.id}/join`)).status).toBe(200);
  expect(await rows()).toEqual([
    [boris.user.id, 0],
    [anna.user.id, 0],
  ]);
  expect((await anna.get(`/api/contest/${contest.id}/solutions/my`)).json.solutionsNumber).toBe(0);
});

test('only who supervises the contest removes anybody, and nobody the reserved accounts or themselves', async () => {
  const { given } = server;
  const contest = await given.contest({ groups: [await given.group()] });
  const admin = await given.admin();
  const someone = await given.signedIn(await given.user());
  const remove = (person: typeof admin, userId: number) =>
    person.send('DELETE', `/api/admin/contests/${contest.id}/users/${userId}`, {});
  expect((await remove(await given.supervisor(), someone.user.id)).status).toBe(404);
  expect((await remove(someone, someone.user.id)).status).toBe(403);
  for (const id of [1, 2, admin.user.id]) {
    expect((await remove(admin, id)).json.error?.code).toBe('PARTICIPANT_PROTECTED');
  }
});
