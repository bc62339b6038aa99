import { FirstRun } from '@balloon/contracts/site/first-run.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
beforeEach(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterEach(() => server.close());

const read = async (reader: Person) => (await reader.get('/api/admin/first-run')).as(FirstRun);
const done = async (reader: Person) => {
  const { steps } = await read(reader);
  return steps.filter(({ isDone }) => isDone).map(({ step }) => step);
};

test('on an empty site nothing is done, and the reader is not a person who came', async () => {
  expect(await read(admin)).toMatchObject({
    steps: [{ step: 'people' }, { step: 'problems' }, { step: 'contest' }, { step: 'go' }],
    isDone: false,
    isHidden: false,
    nextContest: null,
  });
  expect(await done(admin)).toEqual([]);
});

test('the data tick each step, the last when a contest runs', async () => {
  const { given } = server;
  await given.contest({ name: 'without problems', problems: [] });
  await given.user();
  expect(await done(admin)).toEqual(['people']);

  const problem = await given.problem();
  expect(await done(admin)).toEqual(['people', 'problems']);

  await given.contest({ name: 'later', startsInMin: 90, problems: [problem] });
  const soon = await given.contest({ name: 'soon', startsInMin: 30, problems: [problem] });
  expect(await done(admin)).toEqual(['people', 'problems', 'contest']);
  expect(await read(admin)).toMatchObject({ isDone: false, nextContest: { id: soon.id, name: 'soon' } });

  await given.contest({ name: 'running', startsInMin: -30, problems: [problem] });
  expect(await read(admin)).toMatchObject({ isDone: true, nextContest: { name: 'running' } });
});

test('a contest that is over counts when somebody besides supervisors took part', async () => {
  const { given } = server;
  const over = await given.contest({ startsInMin: -600, durationMin: 60 });
  await given.joined(admin.user, over);
  expect(await done(admin)).not.toContain('go');
  await given.participant(over);
  expect(await done(admin)).toContain('go');
});

test('a virtual participation is no contest that comes next', async () => {
  const { given } = server;
  const past = await given.contest({ startsInMin: -600, durationMin: 60 });
  const person = await given.signedIn(await given.user());
  expect((await person.post(`/api/contest/${past.id}/virtual`, {})).status).toBe(200);
  expect(await read(admin)).toMatchObject({ nextContest: null });
  expect(await done(admin)).not.toContain('go');
});

test('neither a removed contest nor a problem without tests counts', async () => {
  await server.given.contest({ isSuspended: true });
  await server.services.db.updateTable('problem').set({ testsetId: null }).execute();
  expect(await done(admin)).toEqual([]);
});

test('a moderator is told about the own groups, and leaves problems to admins', async () => {
  const { given } = server;
  const [own, foreign] = [await given.group(), await given.group()];
  const moderator = await given.supervisor({ groups: [own] });
  await given.contest({ groups: [foreign] });
  await given.user({ groups: [foreign] });
  expect(await read(moderator)).toMatchObject({ nextContest: null });
  expect(await done(moderator)).toEqual(['problems']);
  const { steps } = await read(moderator);
  expect(steps.filter(({ isAllowed }) => !isAllowed).map(({ step }) => step)).toEqual(['problems']);

  await given.user({ groups: [own] });
  await given.contest({ groups: [own] });
  expect(await read(moderator)).toMatchObject({ isDone: true });
});

test('who hides the steps is not led to them any more; others are', async () => {
  const other = await server.given.admin();
  await admin.post('/api/admin/first-run/hide');
  expect(await read(admin)).toMatchObject({ isHidden: true });
  expect(await read(other)).toMatchObject({ isHidden: false });
});
