import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const MINUTE_MS = 60_000;

let server: TestServer;
let admin: Person;
let contest: GivenContest;
let author: Person;
let other: Person;
let moderator: Person;
let solutionId: number;
let juryId: number;
beforeAll(async () => {
  server = await startTestServer();
  const { given } = server;
  admin = await given.admin();
  contest = await given.contest();
  author = await given.participant(contest);
  other = await given.participant(contest);
  moderator = await given.supervisor();
  solutionId = Number((await author.submit(contest, { solution: 'print("secret")' })).json.id);
  await given.joined(moderator.user, contest);
  juryId = Number((await moderator.submit(contest, {})).json.id);
  await change({ startTimeMs: Date.now() - 60 * MINUTE_MS, durationTimeMs: 50 * MINUTE_MS });
});
afterAll(() => server.close());

const change = async (settings: object) =>
  expect((await admin.post(`/api/admin/contests/${contest.id}`, settings)).status).toBe(200);
const source = (by: Person, id = solutionId) => by.get(`/api/contest/${contest.id}/solutions/${id}/code`);
const cell = (by: Person, of: Person) =>
  by.get(`/api/contest/${contest.id}/table/solutions/user/${of.user.id}/problem/A`);
const listed = async (by: Person) =>
  (await by.get(`/api/contest/${contest.id}/solutions/all`)).json.solutionsNumber;
const tests = (by: Person, id = solutionId) => by.get(`/api/contest/${contest.id}/solutions/${id}/details`);

test('sources stay closed after the end unless the contest opens them', async () => {
  expect((await source(other)).status).toBe(404);
  expect((await cell(other, author)).status).toBe(403);
  expect(await listed(other)).toBe(0);

  await change({ sourcesAfterEnd: 'participants' });
  expect((await source(other)).json.sourceCode).toBe('print("secret")');
  expect((await cell(other, author)).json.solutionsNumber).toBe(1);
  expect(await listed(other)).toBe(1);
  // Neither the jury's own, nor to people who did not take part.
  expect((await source(other, juryId)).status).toBe(404);
  expect((await cell(other, moderator)).status).toBe(403);
});

test('sources stay closed while the contest or its practice lasts', async () => {
  await change({ sourcesAfterEnd: 'participants', practiceDurationTimeMs: 60 * MINUTE_MS });
  expect((await source(other)).status).toBe(404);
  expect(await listed(other)).toBe(0);
  await change({ practiceDurationTimeMs: 0 });
  expect((await source(other)).status).toBe(200);
});

test('sources stay closed while the results wait for somebody who opens them', async () => {
  await change({ relativeFreezeTimeMs: 40 * MINUTE_MS, thawsByHand: true });
  expect((await source(other)).status).toBe(404);
  expect((await source(author)).status).toBe(200);
  expect(await listed(other)).toBe(0);
  expect((await admin.post(`/api/admin/contests/${contest.id}/live/thaw`)).status).toBe(200);
  await expect.poll(async () => (await source(other)).status).toBe(200);
  await change({ thawsByHand: false });
});

test('runs on all tests open apart from sources', async () => {
  await change({ sourcesAfterEnd: 'supervisors', testsAfterEnd: 'supervisors' });
  expect((await tests(author)).status).toBe(404);
  expect((await tests(admin)).status).toBe(200);

  await change({ testsAfterEnd: 'participants' });
  expect((await tests(author)).json).toMatchObject({ state: 'none', allTests: null });
  expect((await tests(other)).status).toBe(404);
  await change({ sourcesAfterEnd: 'participants' });
  expect((await tests(other)).status).toBe(200);
});

test('a contest offers and takes only its languages, of each system where it names some', async () => {
  const running = await server.given.contest();
  const participant = await server.given.participant(running);
  const languages = () => participant.get(`/api/contest/${running.id}/problems/A/languages`);
  const names = async () => ((await languages()).json as unknown as { id: number }[]).map(({ id }) => id);
  const all = await names();
  const [allowed = 0, refused = 0] = all;
  const form = await admin.post(`/api/admin/contests/${running.id}`, { languageIds: [allowed] });
  expect(form.status).toBe(200);

  expect(await names()).toEqual([allowed]);
  expect((await participant.submit(running, { languageId: allowed })).status).toBe(200);
  const reply = await participant.submit(running, { languageId: refused });
  expect([reply.status, reply.json.error?.code]).toEqual([400, 'LANGUAGE_NOT_ALLOWED']);
  const read = await admin.get(`/api/admin/contests/${running.id}`);
  expect(read.json.languageIds).toEqual([allowed]);

  await admin.post(`/api/admin/contests/${running.id}`, { languageIds: [] });
  expect(await names()).toEqual(all);
});
