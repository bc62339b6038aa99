import { FoundGroups, FoundUsers } from '@balloon/contracts/people/directory.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
let moderator: Person;
let groupId: number;
beforeAll(async () => {
  server = await startTestServer();
  const { given } = server;
  groupId = await given.group('First year');
  await given.group('Second year');
  admin = await given.admin();
  moderator = await given.supervisor({ groups: [groupId] });
  for (const username of ['find-anna', 'find-boris', 'find_100%']) {
    await given.user({ username, groups: [groupId] });
  }
});
afterAll(() => server.close());

const names = async (viewer: Person, query: string) => {
  const { users, usersNumber } = (await viewer.get(`/api/admin/users?${query}`)).as(FoundUsers);
  return [users.map(({ username }) => username), usersNumber];
};

test('people are found by a part of their names, page by page, the question echoed', async () => {
  expect(await names(moderator, 'q=FIND-')).toEqual([['find-anna', 'find-boris'], 2]);
  expect(await names(moderator, 'q=find-&count=1&offset=1')).toEqual([['find-boris'], 2]);
  expect(await names(moderator, 'q=%25')).toEqual([['find_100%'], 1]);
  expect((await moderator.get('/api/admin/users?q=%20Anna')).json.q).toBe(' Anna');
});

test('admins stand first, and only admins find them', async () => {
  expect((await names(admin, 'count=1'))[0]).toEqual(['admin']);
  expect(await names(moderator, `q=${admin.user.username}`)).toEqual([[], 0]);
});

test('groups are found by name with their size, a moderator’s own ones only', async () => {
  const of = async (viewer: Person, q: string) =>
    (await viewer.get(`/api/admin/groups?q=${q}`)).as(FoundGroups);
  expect((await of(admin, 'year')).groups.map(({ name }) => name)).toEqual(['Second year', 'First year']);
  const { groups, groupsNumber } = await of(moderator, 'YEAR');
  expect([groups.map(({ id, population }) => [id, population]), groupsNumber]).toEqual([[[groupId, 4]], 1]);
});
