import { ContestTemplate, ContestTemplateList } from '@balloon/contracts/contests/contest-form.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterAll(() => server.close());

const PATH = '/api/admin/contest-templates';
const list = async (by: Person) => (await by.get(PATH)).as(ContestTemplateList).templates;

test('a template stores the settings of a contest without its start, and creates contests with them', async () => {
  const contest = await server.given.contest({ durationMin: 120 });
  await admin.post(`/api/admin/contests/${contest.id}`, { wrongTryPenaltyMin: 10, showsOrigin: true });
  const kept = (await admin.post(PATH, { name: 'Training', contestId: contest.id })).as(ContestTemplate);
  expect(kept).toMatchObject({
    name: 'Training',
    author: { id: admin.user.id },
    settings: {
      durationTimeMs: 120 * 60_000,
      wrongTryPenaltyMin: 10,
      showsOrigin: true,
      problems: [{ id: contest.problemIds[0] }],
    },
  });
  expect(kept.settings).not.toHaveProperty('startTimeMs');
  const again = await admin.post('/api/admin/contests', { ...kept.settings, name: 'Training 2' });
  expect(again.json.contest).toMatchObject({ wrongTryPenaltyMin: 10, showsOrigin: true, problemsNumber: 1 });
});

test('a template of a contest that was interrupted is as long as it was meant to be', async () => {
  const contest = await server.given.contest({ startsInMin: -60, durationMin: 120 });
  const [fromMs, toMs] = [20, 30].map((min) => contest.startTimeMs + min * 60_000);
  const cut = { fromMs, toMs, movesEnd: true };
  const reply = await admin.post(`/api/admin/contests/${contest.id}/live/removed-intervals`, cut);
  expect(reply.status, reply.text).toBe(200);
  const kept = (await admin.post(PATH, { name: 'Again', contestId: contest.id })).as(ContestTemplate);
  expect(kept.settings).toMatchObject({ durationTimeMs: 120 * 60_000 });
  expect(kept.settings).not.toHaveProperty('removedIntervals');
});

test('moderators see templates of admins without problems besides their own, and delete these only', async () => {
  const moderator = await server.given.supervisor();
  const { id } = (await admin.post(PATH, { name: 'A form', settings: { problems: [{ id: 1 }] } })).json;
  const seen = (await list(moderator)).find((one) => one.id === Number(id));
  expect(seen?.settings).toEqual({});
  const refused = await moderator.send('DELETE', `${PATH}/${id}`, {});
  expect([refused.status, refused.json.error?.code]).toEqual([403, 'TEMPLATE_NOT_YOURS']);

  const ofOther = await (await server.given.supervisor()).post(PATH, { name: 'Of another', settings: {} });
  expect((await list(moderator)).map(({ name }) => name)).not.toContain('Of another');
  expect((await list(admin)).map((one) => one.id)).toContain(Number(ofOther.json.id));

  const own = await moderator.post(PATH, { name: 'Own', settings: { isRated: false } });
  expect((await moderator.send('DELETE', `${PATH}/${own.json.id}`, {})).status).toBe(200);
  expect((await admin.send('DELETE', `${PATH}/${id}`, {})).status).toBe(200);
  const gone = await admin.send('DELETE', `${PATH}/${id}`, {});
  expect([gone.status, gone.json.error?.code]).toEqual([404, 'TEMPLATE_NOT_FOUND']);
});

test('a template is of a contest or of settings, and checks them as the form does', async () => {
  const contest = await server.given.contest();
  for (const body of [
    { name: 'Nothing' },
    { name: 'Both', contestId: contest.id, settings: {} },
    { name: 'Wrong', settings: { durationTimeMs: -1 } },
    { name: '', settings: {} },
  ]) {
    expect((await admin.post(PATH, body)).status).toBe(400);
  }
});
