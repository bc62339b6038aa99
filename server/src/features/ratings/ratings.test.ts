import { GroupList, RatedGroupList, RatingHistory, RatingTable } from '@balloon/contracts/ratings/ratings.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { announce } from '#realtime/announcements.ts';
import { countQueries } from '#testing/count-queries.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Stores ratings as a computation would. */
async function rate(
  groupId: number,
  contest: { id: number },
  ratings: readonly (readonly [Person, number])[],
) {
  const { db } = server.services;
  const { number } = await db
    .insertInto('ratingVersion')
    .values({ computedAtMs: 1_700_000_000_000, computedById: null, state: 'stored' })
    .returning('number')
    .executeTakeFirstOrThrow();
  await db.updateTable('userGroup').set({ ratingVersion: number }).where('id', '=', groupId).execute();
  for (const [{ user }, ratingAfter] of ratings) {
    const change = { groupId, contestId: contest.id, accountId: user.id, ratingAfter };
    const result = { realRank: 1, expectedRank: 1.5, penaltyMin: 10, ratingBefore: 1500, performance: 1600 };
    await db
      .insertInto('ratingChange')
      .values({ ...change, ...result, isCurrent: true })
      .execute();
  }
}

async function given() {
  const groupId = await server.given.group();
  const contest = await server.given.contest({ groups: [groupId] });
  const member = async () => server.given.signedIn(await server.given.user({ groups: [groupId] }));
  const [anna, boris, vera] = [await member(), await member(), await member()];
  await rate(groupId, contest, [
    [anna, 1520.5],
    [boris, 1480.25],
  ]);
  return { groupId, contest, anna, boris, vera };
}

describe('the table of a group', () => {
  test('lists everybody rated, best first, and shares places of equal ratings', async () => {
    const { groupId, contest, anna, boris, vera } = await given();
    const tied = await server.given.signedIn(await server.given.user({ groups: [groupId] }));
    await rate(groupId, contest, [
      [tied, 1520.5],
      [vera, 1400],
    ]);

    const rows = (await anna.get(`/api/user/rating/table?groupId=${groupId}`)).as(RatingTable);

    expect(rows.map((row) => row.groupRank)).toEqual([1, 1, 3, 4]);
    expect(rows.map((row) => row.userId).slice(2)).toEqual([boris.user.id, vera.user.id]);
    expect(rows[2]).toMatchObject({
      User: { id: boris.user.id, rating: 1480.25 },
      Contest: { id: contest.id, name: contest.name },
      Group: { id: groupId },
      ratingChange: -19.75,
    });
  });

  test('is made once for all who look, and anew when ratings or names change', async () => {
    const { groupId, contest, anna, boris, vera } = await given();
    const { announcements, db } = server.services;
    const path = `/api/user/rating/table?groupId=${groupId}`;
    const seen = async (viewer: Person) =>
      (await viewer.get(path)).as(RatingTable).map(({ User, ratingAfter }) => [User.fullName, ratingAfter]);
    const [[first = ''] = [], [second = ''] = []] = await seen(anna);

    // Whether the caller may see it; the rows are in memory.
    expect(await countQueries(server.services, () => vera.get(path))).toBe(1);

    await rate(groupId, contest, [[vera, 1400]]);
    await announce(db, 'ratings.changed', {});
    await announcements.caughtUp();
    expect(await seen(boris)).toEqual([
      [first, 1520.5],
      [second, 1480.25],
      [expect.any(String), 1400],
    ]);

    const admin = await server.given.admin();
    const { username } = anna.user;
    const { status, text } = await admin.post(`/api/admin/users/${anna.user.id}`, {
      ...{ username, email: null, password: '', groupIds: [groupId], accessGroup: 256 },
      ...{ firstName: 'Zoe', lastName: 'Renamed' },
    });
    expect(status, text).toBe(200);
    await announcements.caughtUp();
    expect((await seen(boris))[0]).toEqual(['Zoe Renamed', 1520.5]);
  });

  test('is for members and admins, and tells nothing private', async () => {
    const { groupId, anna } = await given();
    const url = `/api/user/rating/table?groupId=${groupId}`;
    const stranger = await server.given.signedIn(await server.given.user());
    for (const outsider of [stranger, await server.given.supervisor()]) {
      const reply = await outsider.get(url);
      expect([reply.status, reply.json.error?.code]).toEqual([404, 'GROUP_NOT_FOUND']);
    }
    expect((await (await server.given.admin()).get(url)).status).toBe(200);
    expect((await anna.get(url)).text).not.toMatch(/email|password|activity/i);
    expect((await anna.get('/api/user/rating/table?groupId=999999')).status).toBe(404);
    expect((await anna.get('/api/user/rating/table?groupId=-1')).status).toBe(400);
    expect((await anna.get('/api/user/rating/table')).status).toBe(400);
  });
});

describe('a history', () => {
  test('shows place, rating and changes of anybody in one’s own groups', async () => {
    const { groupId, boris, anna } = await given();
    const reply = await anna.get(`/api/user/rating?userId=${boris.user.id}&groupId=${groupId}`);
    const { currentRating, ratingChanges } = reply.as(RatingHistory);
    expect(currentRating).toMatchObject({ groupRank: 2, ratingAfter: 1480.25 });
    expect(ratingChanges).toHaveLength(1);
    expect(ratingChanges[0]).toMatchObject({ versionTimeStampMs: 1_700_000_000_000, group: { id: groupId } });
  });

  test('is empty for a member without a rated contest', async () => {
    const { groupId, vera } = await given();
    const reply = await vera.get(`/api/user/rating?userId=${vera.user.id}&groupId=${groupId}`);
    expect(reply.json).toEqual({ currentRating: {}, ratingChanges: [] });
  });

  test('without a group says whether there are groups that the caller may not see, and not which', async () => {
    const { anna, boris } = await given();
    const alone = await server.given.signedIn(await server.given.user());
    const seenBy = async (viewer: Person, { user }: Person) =>
      (await viewer.get(`/api/user/rating?userId=${user.id}`)).json;
    const empty = { currentRating: {}, ratingChanges: [] };

    expect(await seenBy(alone, anna)).toEqual({ ...empty, hasHiddenGroups: true });
    expect(await seenBy(boris, anna)).toEqual({ ...empty, hasHiddenGroups: false });
    expect(await seenBy(anna, alone)).toEqual({ ...empty, hasHiddenGroups: false });
    expect(await seenBy(await server.given.admin(), anna)).toEqual({ ...empty, hasHiddenGroups: false });
    expect((await alone.get('/api/user/rating')).json).toEqual({ ...empty, hasHiddenGroups: false });
    expect((await alone.get('/api/user/rating?userId=&groupId=')).json).toEqual(
      (await alone.get('/api/user/rating')).json,
    );
    expect((await alone.get('/api/user/rating?userId=999999')).status).toBe(404);
  });

  test('does not tell strangers from people who do not exist', async () => {
    const { groupId, anna } = await given();
    const stranger = await server.given.user();
    for (const userId of [stranger.id, 999_999]) {
      const reply = await anna.get(`/api/user/rating?userId=${userId}&groupId=${groupId}`);
      expect([reply.status, reply.json.error?.code]).toEqual([404, 'USER_NOT_FOUND']);
    }
  });
});

describe('groups', () => {
  test('of the own ratings are those one is in; admins have all', async () => {
    const { groupId, anna } = await given();
    expect((await anna.get('/api/user/rating/groups')).as(RatedGroupList)).toMatchObject([
      { id: groupId, ratedNumber: 2, isMember: true },
    ]);
    const forAdmin = (await (await server.given.admin()).get('/api/user/rating/groups')).as(RatedGroupList);
    expect(forAdmin).toContainEqual(expect.objectContaining({ id: groupId, isMember: false }));
  });

  test('of somebody else are those in common; without any the list is empty', async () => {
    const { groupId, anna, boris } = await given();
    const { db } = server.services;
    const otherId = await server.given.group();
    await db.insertInto('userGroupMember').values({ groupId: otherId, accountId: boris.user.id }).execute();
    await server.services.announcements.caughtUp();
    const groupsOf = async (viewer: Person, { user }: Person) =>
      (await viewer.get(`/api/user/${user.id}/groups`)).as(GroupList).map(({ id }) => id);

    expect(await groupsOf(anna, boris)).toEqual([groupId]);
    expect((await groupsOf(boris, boris)).sort()).toEqual([groupId, otherId].sort());
    expect((await groupsOf(await server.given.admin(), boris)).sort()).toEqual([groupId, otherId].sort());
    const alone = await server.given.signedIn(await server.given.user());
    expect(await groupsOf(alone, alone)).toEqual([]);
    expect((await alone.get('/api/user/999999/groups')).status).toBe(404);
  });
});
