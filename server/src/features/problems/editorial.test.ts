import { Editorial, KnownTags } from '@balloon/contracts/problems/editorials.ts';
import { ProblemSearch, VersionComparison } from '@balloon/contracts/problems/problem-admin.ts';
import { EditedProblem, type SaveEditedProblem } from '@balloon/contracts/problems/problem-editor.ts';
import { ProblemPage } from '@balloon/contracts/problems/problems.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterAll(() => server.close());

const editor = (id: number) => `/api/admin/problems/${id}/editor`;
const read = async (id: number) => (await admin.get(editor(id))).as(EditedProblem);
const save = async (id: number, form: Partial<SaveEditedProblem>) =>
  admin.post(editor(id), { basedOnVersion: (await read(id)).versionNumber, ...form });
const editorialFor = async (person: Person, id: number, locale = 'ru-ru') =>
  (await person.get(`/api/problems/${id}/editorial?locale=${locale}`)).as(Editorial).editorial;
const end = (contestId: number) =>
  server.services.db
    .updateTable('contest')
    .set({ startTimeMs: 0, durationTimeMs: 1000, relativeFreezeTimeMs: 1000 })
    .where('id', '=', contestId)
    .execute();

test('editorial and tags are shown to participants when all their contests with the problem are over', async () => {
  const contest = await server.given.contest();
  const [id = 0] = contest.problemIds;
  const participant = await server.given.participant(contest);
  await save(id, { tags: ['graphs'], editorials: { 'ru-ru': 'Обход в **глубину**' } });
  const seen = async () => {
    const { tags } = (await participant.get(`/api/problems/${id}`)).as(ProblemPage);
    return [tags, await editorialFor(participant, id)];
  };
  expect(await seen()).toEqual([undefined, null]);
  const moderator = await server.given.supervisor();
  const text = { locale: 'ru-ru', text: 'Обход в **глубину**' };
  expect(await editorialFor(moderator, id)).toEqual(text);
  const inContest = await participant.get(`/api/contest/${contest.id}/problems`);
  expect(inContest.text).not.toMatch(/graphs|глубину/);

  await end(contest.id);
  expect(await seen()).toEqual([['graphs'], text]);
  expect(await editorialFor(participant, id, 'en-us')).toEqual(text);
  const again = await server.given.contest({ problems: [id], startsInMin: 60 });
  expect(await seen()).toEqual([undefined, null]);
  await end(again.id);
  const stranger = await server.given.participant(await server.given.contest());
  expect((await stranger.get(`/api/problems/${id}/editorial`)).status).toBe(404);
});

test('an editorial is a part of the version, tags are not', async () => {
  const id = await server.given.problem();
  await save(id, { tags: ['one'], editorials: { 'en-us': 'First' } });
  await save(id, { tags: ['two'], editorials: { 'en-us': 'Second', 'ru-ru': ' ' } });
  const compared = (await admin.get(`/api/admin/problems/${id}/versions/compare?from=1&to=2`)).as(
    VersionComparison,
  );
  expect([compared.changes, compared.from.editorials, compared.to.editorials]).toEqual([
    ['editorial'],
    { 'en-us': 'First' },
    { 'en-us': 'Second' },
  ]);
  await admin.post(`/api/admin/problems/${id}/rollback/1`);
  expect(await read(id)).toMatchObject({ tags: ['two'], editorials: { 'en-us': 'First' } });
});

test('tags are kept in one spelling, bounded, found and suggested', async () => {
  const id = await server.given.problem('Tagged');
  await save(id, { tags: ['  Shortest  Paths ', 'shortest paths', 'zebra'] });
  expect((await read(id)).tags).toEqual(['shortest paths', 'zebra']);
  const found = (await admin.get('/api/admin/problems?tag=Zebra')).as(ProblemSearch);
  expect(found.problems.map((problem) => [problem.id, problem.tags])).toEqual([
    [id, ['shortest paths', 'zebra']],
  ]);
  expect((await admin.get('/api/admin/problem-tags?q=ZEB')).as(KnownTags)).toEqual([
    { tag: 'zebra', problemsNumber: 1 },
  ]);
  const many = Array.from({ length: 21 }, (_, number) => `tag ${number}`);
  for (const tags of [many, ['x'.repeat(41)], [' ']]) expect((await save(id, { tags })).status).toBe(400);
  const tooDeep = await save(id, { editorials: { 'en-us': '>'.repeat(5000) } });
  expect(tooDeep.json.error?.code).toBe('MARKUP_TOO_COMPLEX');
});
