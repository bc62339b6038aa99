import { FoundGroups } from '@balloon/contracts/people/directory.ts';
import { ChangedMembers, GroupDeletion, GroupPage, SavedGroup } from '@balloon/contracts/people/groups.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countLockWaits } from '#testing/lock-waits.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterAll(() => server.close());

const path = (id: number, rest = '') => `/api/admin/groups/${id}${rest}`;
const page = async (reader: Person, id: number) => (await reader.get(path(id))).as(GroupPage);
const memberIds = async (id: number) =>
  (await page(admin, id)).users.map((user) => user.id).sort((a, b) => a - b);
const create = async (by: Person, body: object = {}) =>
  (await by.post('/api/admin/groups', { name: 'Group', color: '#ABCDEF', userIds: [], ...body })).as(
    SavedGroup,
  );
const remove = (by: Person, id: number) => by.send('DELETE', path(id), {});

describe('a group', () => {
  test('is created, read, changed and deleted; a list of members replaces the former one', async () => {
    const [anna, boris] = [await server.given.user(), await server.given.user()];
    const { id, version } = await create(admin, { name: ' First ', userIds: [anna.id] });
    expect(await page(admin, id)).toMatchObject({
      group: { id, name: 'First', color: '#ABCDEF', authorId: admin.user.id, population: 1 },
      users: [{ id: anna.id }],
      canDelete: true,
    });

    const edit = { name: 'Second', color: '#123456', userIds: [boris.id], version };
    const edited = (await admin.post(path(id), edit)).as(SavedGroup);

    expect(edited).toMatchObject({ id, name: 'Second', color: '#123456', version: version + 1 });
    expect(await memberIds(id)).toEqual([boris.id]);
    await admin.post(path(id), { name: 'Third' });
    expect(await memberIds(id)).toEqual([boris.id]);
    expect((await page(admin, id)).group).toMatchObject({ name: 'Third', color: '#123456' });
    expect((await remove(admin, id)).status).toBe(200);
    expect((await admin.get(path(id))).json.error?.code).toBe('GROUP_NOT_FOUND');
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ color: 'red' }, 'color'],
    [{ userIds: ['nobody'] }, 'userIds.0'],
  ])('is refused with %j, by field', async (body, field) => {
    const reply = await admin.post('/api/admin/groups', { name: 'Group', color: '#123456', ...body });
    expect([reply.status, Object.keys(reply.json.error?.fields ?? {})]).toEqual([400, [field]]);
  });

  test('refuses unknown people, and then nothing is changed', async () => {
    const { id } = await create(admin);
    const reply = await admin.post(path(id), { name: 'Other', userIds: [2_000_000_000] });
    expect([reply.status, reply.json.error?.code]).toEqual([400, 'USER_NOT_FOUND']);
    expect((await page(admin, id)).group.name).toBe('Group');
  });

  test('changed meanwhile by another person is refused with the person and the change; an older client overwrites', async () => {
    const other = await server.given.admin();
    const { id, version } = await create(admin);
    await other.post(path(id), { name: 'Theirs', version });

    const late = await admin.post(path(id), { name: 'Mine', version });

    expect([late.status, late.json.error?.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(late.json.error?.restParams).toMatchObject({
      version: version + 1,
      changedBy: { id: other.user.id },
      edits: [{ before: { name: 'Group' }, after: { name: 'Theirs' } }],
    });
    expect((await admin.post(path(id), { name: 'Mine', groupId: String(id) })).status).toBe(200);
  });

  test('accepts one of two simultaneous edits of the same version', async () => {
    const { id, version } = await create(admin);
    const names = ['One', 'Two', 'Three', 'Four'];
    const replies = await Promise.all(names.map((name) => admin.post(path(id), { name, version })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test('gets and loses many people at once, by id and by name', async () => {
    const [anna, boris, clara] = [
      await server.given.user(),
      await server.given.user(),
      await server.given.user(),
    ];
    const { id } = await create(admin, { userIds: [anna.id] });
    const change = {
      add: [anna.id, boris.id],
      addUsernames: [clara.username.toUpperCase(), 'nobody-of-that-name'],
      remove: [anna.id],
    };

    const changed = (await admin.post(path(id, '/members'), change)).as(ChangedMembers);

    expect(changed).toMatchObject({
      added: 3,
      removed: 1,
      unknownUsernames: ['nobody-of-that-name'],
      population: 3,
    });
    expect(await memberIds(id)).toEqual([anna.id, boris.id, clara.id]);
  });
});

describe('a moderator', () => {
  test('is in the group that they create, stays in it, and finds it in the list', async () => {
    const moderator = await server.given.supervisor();
    const { id } = await create(moderator);
    expect(await memberIds(id)).toEqual([moderator.user.id]);
    await moderator.post(path(id), { name: 'Mine', userIds: [] });
    await moderator.post(path(id, '/members'), { remove: [moderator.user.id] });
    expect(await memberIds(id)).toEqual([moderator.user.id]);
    const { groups } = (await moderator.get('/api/admin/groups')).as(FoundGroups);
    expect(groups.map((group) => group.id)).toEqual([id]);
  });

  test('has no access to groups of others', async () => {
    const moderator = await server.given.supervisor();
    const { id } = await create(admin);
    for (const reply of [
      await moderator.get(path(id)),
      await moderator.get(path(id, '/deletion')),
      await moderator.post(path(id), { name: 'Mine' }),
      await moderator.post(path(id, '/members'), { add: [moderator.user.id] }),
      await remove(moderator, id),
    ]) {
      expect([reply.status, reply.json.error?.code]).toEqual([404, 'GROUP_NOT_FOUND']);
    }
  });

  test('does not remove the admins of a group, who are hidden from moderators', async () => {
    const { id } = await create(admin, { userIds: [admin.user.id] });
    const moderator = await server.given.supervisor({ groups: [id] });
    expect((await page(moderator, id)).users.map((user) => user.id)).toEqual([moderator.user.id]);
    await moderator.post(path(id), { name: 'Kept', userIds: [] });
    expect(await memberIds(id)).toEqual([admin.user.id, moderator.user.id].sort((a, b) => a - b));
    expect((await moderator.post(path(id), { name: 'x', userIds: [admin.user.id] })).status).toBe(400);
    expect((await remove(moderator, id)).json.error?.code).toBe('GROUP_OF_OTHERS');
  });
});

describe('deleting a group', () => {
  test('shows beforehand what is deleted with it', async () => {
    const { given } = server;
    const { id } = await create(admin, { userIds: [(await given.user()).id] });
    const [only, shared] = [
      await given.contest({ groups: [id], name: 'Only ours' }),
      await given.contest({ groups: [id, await given.group()] }),
    ];
    await given.rating(id, shared, admin, 1600);
    await admin.post(path(id, '/links'), {});
    await admin.post('/api/news', { title: 'Ours', body: 'x', groupIds: [id] });

    expect((await admin.get(path(id, '/deletion'))).as(GroupDeletion)).toEqual({
      ...{ members: 1, contests: 2, ratings: 1, news: 1, links: 1 },
      onlyGroupOf: [{ id: only.id, name: 'Only ours' }],
      canDelete: false,
    });
  });

  test('is held up by no virtual participation, nor are these contests of the group', async () => {
    const { given } = server;
    const { id } = await create(admin);
    const past = await given.contest({ groups: [id], startsInMin: -300, durationMin: 200 });
    const member = await given.signedIn(await given.user({ groups: [id] }));
    expect((await member.post(`/api/contest/${past.id}/virtual`, {})).status).toBe(200);

    const { contests, contestsNumber } = await page(admin, id);
    expect([contests.map((contest) => contest.id), contestsNumber]).toEqual([[past.id], 1]);
    const deletion = (await admin.get(path(id, '/deletion'))).as(GroupDeletion);
    expect(deletion).toMatchObject({ contests: 1, onlyGroupOf: [{ id: past.id }] });

    await admin.post(`/api/admin/contests/${past.id}`, { groupIds: [await given.group()] });
    expect((await remove(admin, id)).status).toBe(200);
  });

  test('does not open a contest to everybody: a living one keeps the group, a removed one is disabled', async () => {
    const { given, services } = server;
    const { id } = await create(admin);
    const living = await given.contest({ groups: [id] });
    const removed = await given.contest({ groups: [id], isSuspended: true });

    const refused = await remove(admin, id);
    expect([refused.status, refused.json.error?.code]).toEqual([409, 'GROUP_OF_CONTESTS']);

    const otherGroup = await given.group();
    await services.db
      .insertInto('contestGroup')
      .values({ contestId: living.id, groupId: otherGroup })
      .execute();
    expect((await remove(admin, id)).status).toBe(200);
    const rows = await services.db
      .selectFrom('contest')
      .select(['id', 'isEnabled'])
      .where('id', 'in', [living.id, removed.id])
      .orderBy('id')
      .execute();
    expect(rows.map(({ isEnabled }) => isEnabled)).toEqual([true, false]);
  });
});

describe('a register link', () => {
  test('gets new limits, is revoked and brought back with its key and its uses', async () => {
    const { id } = await create(admin);
    const link = (await admin.post(path(id, '/links'), { maxActivations: 1 })).json;
    const one = path(id, `/links/${link.uuid}`);
    const join = async () => {
      const person = await server.given.signedIn(await server.given.user());
      return (await person.post('/api/user/authenticate/sign-up-in-group', { groupKey: link.registerKey }))
        .status;
    };
    expect(await join()).toBe(200);
    expect(await join()).toBe(403);
    expect((await admin.post(one, { maxActivations: 2, expiresAtMs: null })).json).toMatchObject({
      maxActivations: 2,
      linkActivatedTimes: 1,
    });
    expect((await admin.post(one, { isActive: false })).json.isActive).toBe(false);
    expect(await join()).toBe(403);
    expect((await admin.get(path(id, '/links'))).json).toEqual([]);
    expect((await admin.get(path(id, '/links?all=true'))).json).toMatchObject([
      { uuid: link.uuid, isActive: false },
    ]);
    await admin.post(one, { isActive: true });
    expect(await join()).toBe(200);
    expect(await join()).toBe(403);
  });
});

test('what is stored for a group that is deleted at the same moment is refused, and is no fault of the server', async () => {
  const { given, services } = server;
  const group = await given.group();
  const contest = await given.contest();
  const admin = await given.admin();
  const calls = await services.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('userGroup').where('id', '=', group).execute();
    const asked = [
      admin.post(`/api/admin/groups/${group}/links`, {}),
      admin.post(`/api/admin/contests/${contest.id}`, { groupIds: [group] }),
      admin.post('/api/admin/users', { username: 'late', firstName: 'A', lastName: 'B', groupIds: [group] }),
    ];
    await expect.poll(() => countLockWaits(services.db)).toBe(asked.length);
    return asked;
  });
  const replies = await Promise.all(calls);
  expect(replies.map(({ status, json }) => [status, json.error?.code])).toEqual(
    replies.map(() => [409, 'DELETED_MEANWHILE']),
  );
});

test('an edit of a group does not wait for what refers to the group', async () => {
  const { given, services } = server;
  const group = await given.group();
  const admin = await given.admin();
  await services.db.transaction().execute(async (tx) => {
    await tx.selectFrom('userGroup').select('id').where('id', '=', group).forKeyShare().execute();
    expect((await admin.post(`/api/admin/groups/${group}`, { name: 'Second year' })).status).toBe(200);
  });
});

test('a group that a contest is being given is not deleted, which would open the contest to everybody', async () => {
  const { given, services } = server;
  const group = await given.group();
  const contest = await given.contest();
  const admin = await given.admin();
  const { deleting } = await services.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('contestGroup')
      .values({ contestId: contest.id, groupId: group, position: 0 })
      .execute();
    const deleting = admin.send('DELETE', `/api/admin/groups/${group}`, {});
    await expect.poll(() => countLockWaits(services.db)).toBe(1);
    return { deleting };
  });
  const { status, json } = await deleting;
  expect([status, json.error?.code]).toEqual([409, 'GROUP_OF_CONTESTS']);
});
