import { AdminSearch } from '@balloon/contracts/site/admin-search.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseSearch } from '#features/admin-search/parse-search.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
let moderator: Person;
let ownGroupId: number;
let foreignGroupId: number;
beforeAll(async () => {
  server = await startTestServer();
  const { given } = server;
  ownGroupId = await given.group('Autumn first year');
  foreignGroupId = await given.group('Autumn second year');
  admin = await given.admin();
  moderator = await given.supervisor({ groups: [ownGroupId] });
});
afterAll(() => server.close());

const find = async (reader: Person, q: string) =>
  (await reader.get(`/api/admin/search?q=${encodeURIComponent(q)}`)).as(AdminSearch);
const namesOf = ({ contests, people, groups, problems, solutions }: AdminSearch) => ({
  contests: contests.map(({ name }) => name),
  people: people.map(({ username }) => username),
  groups: groups.map(({ name }) => name),
  problems: problems.map(({ title }) => title),
  solutions: solutions.map(({ id }) => id),
});
const NOTHING = { contests: [], people: [], groups: [], problems: [], solutions: [] };

test('one call finds every kind by its words, removed contests last', async () => {
  const { given } = server;
  await given.contest({ name: 'Autumn cup of old', isSuspended: true });
  await given.contest({ name: 'Autumn cup', problems: [await given.problem('Autumn leaves')] });
  await given.user({ username: 'autumn.petrova' });
  expect(namesOf(await find(admin, 'AUTUMN'))).toEqual({
    contests: ['Autumn cup', 'Autumn cup of old'],
    people: ['autumn.petrova'],
    groups: ['Autumn second year', 'Autumn first year'],
    problems: ['Autumn leaves'],
    solutions: [],
  });
  expect(namesOf(await find(admin, ' cup   autumn '))).toEqual({
    ...NOTHING,
    contests: ['Autumn cup', 'Autumn cup of old'],
  });
  expect(namesOf(await find(admin, 'autumn%'))).toEqual(NOTHING);
  expect(namesOf(await find(admin, ' '))).toEqual(NOTHING);
  expect((await find(admin, ' Autumn')).q).toBe(' Autumn');
});

test('a moderator finds what a moderator may open', async () => {
  const { given } = server;
  const [own, foreign] = [await given.problem('Winter own'), await given.problem('Winter foreign')];
  await given.contest({ name: 'Winter own cup', groups: [ownGroupId], problems: [own] });
  const hidden = await given.contest({
    name: 'Winter foreign cup',
    groups: [foreignGroupId],
    problems: [foreign],
  });
  await server.services.db
    .updateTable('account')
    .set({ firstName: 'Winter' })
    .where('id', '=', admin.user.id)
    .execute();
  const participant = await given.participant(hidden, { groups: [foreignGroupId] });
  const { id: solutionId } = (await participant.submit(hidden, {})).json;

  expect(namesOf(await find(moderator, 'winter'))).toEqual({
    ...NOTHING,
    contests: ['Winter own cup'],
    problems: ['Winter own'],
  });
  expect(namesOf(await find(moderator, 'year')).groups).toEqual(['Autumn first year']);
  expect((await find(moderator, `${hidden.id}`)).contests).toEqual([]);
  expect((await find(moderator, `${foreign}`)).problems).toEqual([]);
  expect((await find(moderator, `${solutionId}`)).solutions).toEqual([]);

  const all = namesOf(await find(admin, 'winter'));
  expect([all.contests.length, all.people, all.problems.length]).toEqual([2, [admin.user.username], 2]);
  expect((await find(admin, `#${solutionId}`)).solutions).toMatchObject([
    {
      id: solutionId,
      contestId: hidden.id,
      contestName: 'Winter foreign cup',
      problemTitle: 'Winter foreign',
    },
  ]);
});

test('problems are found by number, system and titles in other languages', async () => {
  const { db } = server.services;
  const id = await server.given.problem('Bear');
  const foreign = { systemType: 'cf', foreignProblemIdentifier: 'problemset:1700c' };
  await db.updateTable('problem').set(foreign).where('id', '=', id).execute();
  await db
    .insertInto('problemStatement')
    .values({ problemId: id, locale: 'ru-ru', title: 'Медведь', attachments: '{}' })
    .execute();
  for (const q of ['1700C', 'codeforces bear', 'медведь', 'code 1700', `${id}`]) {
    expect([q, (await find(admin, q)).problems.map((problem) => problem.id)]).toEqual([q, [id]]);
  }
  expect((await find(admin, 'timus bear')).problems).toEqual([]);
  const russian = await admin.get('/api/admin/search?q=bear&locale=ru-ru');
  expect(russian.as(AdminSearch).problems).toMatchObject([{ id, title: 'Медведь', systemType: 'cf' }]);
});

test('many matches give a few of each kind', async () => {
  for (let number = 1; number <= 8; number += 1) await server.given.contest({ name: `Crowd ${number}` });
  expect((await find(admin, 'crowd')).contests.map(({ name }) => name)).toHaveLength(6);
});

test('a query is words and perhaps an id', () => {
  expect(parseSearch('  Two  Words ')).toEqual({ words: ['two', 'words'], id: 0 });
  expect(parseSearch('#12')).toEqual({ words: ['#12'], id: 12 });
  expect(parseSearch('9999999999').id).toBe(0);
  expect(parseSearch('a '.repeat(30)).words).toHaveLength(8);
});
