import { ComputedRatings, RatingHistory, RatingTable } from '@balloon/contracts/ratings/ratings.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeRatingTurn } from '#features/ratings/compute.queries.ts';
import { lockDecisions } from '#features/ratings/decide-computation.ts';
import { lockVersion } from '#features/ratings/versions.queries.ts';
import { countLockWaits } from '#testing/lock-waits.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterAll(() => server.close());

/** A contest of a group that ended a while ago, with people who joined it in time. */
async function endedContest(groupId: number, people: readonly Person[], startsInMin = -1000) {
  const contest = await server.given.contest({ startsInMin, durationMin: 300, groups: [groupId] });
  for (const person of people) await joinAt(contest, person, 0);
  return contest;
}

async function joinAt(contest: GivenContest, person: Person, minute: number) {
  await server.given.joined(person.user, contest);
  await server.given.loggedAsJoined(contest, person, minute);
}

async function members(groupId: number, count: number, mask?: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < count; index += 1) {
    const user = await server.given.user({ groups: [groupId], ...(mask === undefined ? {} : { mask }) });
    people.push(await server.given.signedIn(user));
  }
  return people;
}

async function compute(): Promise<number> {
  const reply = await admin.post('/api/admin/computeRatings');
  expect(reply.status, reply.text).toBe(200);
  return reply.as(ComputedRatings);
}

async function table(viewer: Person, groupId: number): Promise<RatingTable> {
  const reply = await viewer.get(`/api/user/rating/table?groupId=${groupId}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.as(RatingTable);
}

const drawn = (rows: RatingTable, names: readonly Person[]) =>
  rows.map((row) => {
    const name = names.findIndex(({ user }) => user.id === row.userId) + 1;
    return `${row.groupRank} u${name} ${row.ratingAfter.toFixed(4)}`;
  });

const remove = (groupId: number) =>
  server.services.db.deleteFrom('contestGroup').where('groupId', '=', groupId).execute();

describe('computing ratings', () => {
  test('gives the worked numbers, contest after contest, and the same each time', async () => {
    const groupId = await server.given.group();
    const people = await members(groupId, 2);
    const [first, second] = people as [Person, Person];
    const later = await endedContest(groupId, people, -400);
    const earlier = await endedContest(groupId, people, -1000);
    await server.given.attempted(earlier, first, 10, 'accepted');
    await server.given.attempted(later, second, 10, 'accepted');

    expect(await compute()).toBe(2);

    const before = await table(first, groupId);
    const history = (await first.get(`/api/user/rating?groupId=${groupId}`)).as(RatingHistory);
    expect(history.ratingChanges.map(({ contestId }) => contestId)).toEqual([earlier.id, later.id]);
    expect(history.ratingChanges[0]).toMatchObject({
      realRank: 1,
      expectedRank: 1.5,
      score: 10,
      ratingBefore: 1500,
      ratingAfter: expect.closeTo(1513.5453, 4),
      R: expect.closeTo(1858.1897, 4),
      contest: { id: earlier.id, name: earlier.name, startTimeMs: earlier.startTimeMs },
    });
    expect(history.ratingChanges[1]).toMatchObject({
      ratingBefore: history.ratingChanges[0]?.ratingAfter,
      realRank: 2,
    });
    expect(history.currentRating).toMatchObject({ contestId: later.id, groupRank: 2 });

    await compute();
    const after = await table(first, groupId);
    expect(drawn(after, people)).toEqual(drawn(before, people));
    expect(after[0]?.versionNumber).toBe((before[0]?.versionNumber ?? 0) + 1);
    await remove(groupId);
  });

  test('counts the main time of contests that are over, and nothing that is hidden', async () => {
    const groupId = await server.given.group();
    const people = await members(groupId, 3);
    const [solver, late, idle] = people as [Person, Person, Person];
    const [jury] = (await members(groupId, 1, 1024)) as [Person];
    const contest = await endedContest(groupId, [solver, late, idle, jury]);
    await server.given.attempted(contest, jury, 1, 'accepted');
    await server.given.attempted(contest, solver, 20, 'accepted');
    await server.given.attempted(contest, late, 301, 'accepted'); // practice
    const running = await server.given.contest({ freezeInMin: -10, groups: [groupId] });
    for (const person of people) await joinAt(running, person, 0);
    await server.given.attempted(running, idle, 55, 'accepted'); // behind the freeze

    await compute();

    const rows = (await table(late, groupId)).sort((a, b) => a.userId - b.userId);
    expect(rows.map(({ userId, realRank, contestId }) => [userId, realRank, contestId])).toEqual([
      [solver.user.id, 1, contest.id],
      [late.user.id, 2, contest.id],
      [idle.user.id, 2, contest.id],
    ]);
    await remove(groupId);
  });

  test('leaves out contests that are unrated, disabled or removed, and people of other groups', async () => {
    const groupId = await server.given.group();
    const people = await members(groupId, 1);
    const strangers = await members(await server.given.group(), 1);
    for (const change of [{ isRated: false }, { isEnabled: false }, { isSuspended: true }]) {
      const { id } = await endedContest(groupId, people);
      await server.services.db.updateTable('contest').set(change).where('id', '=', id).execute();
    }
    await endedContest(groupId, [...people, ...strangers]);

    expect(await compute()).toBe(1);

    // Alone in the group, a person loses a point: others in the contest did not count.
    expect(drawn(await table(people[0] as Person, groupId), people)).toEqual(['1 u1 1499.0000']);
    await remove(groupId);
  });

  test('survives deleted accounts, whose results still count but who have no place', async () => {
    const groupId = await server.given.group();
    const people = await members(groupId, 2);
    const [gone, stayed] = people as [Person, Person];
    const contest = await endedContest(groupId, people);
    await server.given.attempted(contest, gone, 5, 'accepted');
    await server.services.db
      .updateTable('account')
      .set({ deletedAtMs: 1 })
      .where('id', '=', gone.user.id)
      .execute();

    await compute();

    expect(drawn(await table(stayed, groupId), people)).toEqual(['1 u2 1484.4547']);
    await remove(groupId);
  });

  test('tells a second caller that somebody is computing, and leaves the ratings as they are', async () => {
    const groupId = await server.given.group();
    const people = await members(groupId, 1);
    await endedContest(groupId, people);
    await compute();
    await server.services.db.transaction().execute(async (tx) => {
      await takeRatingTurn(tx);
      const refused = await admin.post('/api/admin/computeRatings');
      expect([refused.status, refused.json.error?.code]).toEqual([409, 'RATINGS_BEING_COMPUTED']);
    });
    expect(await table(people[0] as Person, groupId)).toHaveLength(1);
    expect((await admin.post('/api/admin/computeRatings')).status).toBe(200);
    await remove(groupId);
  });

  test('waits for who decides about a preview, in place of both for each other', async () => {
    const { db } = server.services;
    const { number } = await db
      .insertInto('ratingVersion')
      .values({ computedAtMs: 1, computedById: null, state: 'preview' })
      .returning('number')
      .executeTakeFirstOrThrow();
    const { computing } = await db.transaction().execute(async (tx) => {
      await lockDecisions(tx);
      const computing = admin.post('/api/admin/computeRatings');
      await expect.poll(() => countLockWaits(db)).toBe(1);
      expect(await lockVersion(tx, number)).toMatchObject({ state: 'preview' });
      return { computing };
    });
    expect((await computing).status).toBe(200);
  });

  test('is for admins', async () => {
    const supervisor = await server.given.supervisor();
    expect((await supervisor.post('/api/admin/computeRatings')).status).toBe(403);
  });
});
