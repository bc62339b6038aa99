import { VirtualStanding, VirtualStarted } from '@balloon/contracts/contests/virtual.ts';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const MINUTE_MS = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A contest that has ended: two people solved A and one of them B, in the 30th and the 150th minute of 200. */
let past: GivenContest;
let early: Person;
let late: Person;
let anna: Person;

beforeEach(async () => {
  const { given } = server;
  past = await given.contest({
    startsInMin: -300,
    durationMin: 200,
    freezeInMin: -180,
    problems: ['A', 'B'],
  });
  early = await given.participant(past);
  late = await given.participant(past);
  anna = await given.signedIn(await given.user());
  await given.logged(
    past,
    given.attempt(past, early, 30, 'accepted'),
    given.attempt(past, late, 50, 'accepted'),
    given.attempt(past, late, 150, 'accepted', 1),
  );
});

const virtualPath = () => `/api/contest/${past.id}/virtual`;
const standing = async (person: Person) => (await person.get(virtualPath())).as(VirtualStanding);
const starts = async (person: Person) => (await person.post(virtualPath(), {})).as(VirtualStarted);
const tableOf = async (person: Person, contestId: number) =>
  (await person.get(`/api/contest/${contestId}/table2?count=50`)).as(ScoreboardPage);

/** Makes a virtual participation have begun some minutes ago. */
async function begunAgo(contestId: number, minutes: number): Promise<void> {
  const { db, announcements } = server.services;
  const startTimeMs = Date.now() - minutes * MINUTE_MS;
  await db.updateTable('contest').set({ startTimeMs }).where('id', '=', contestId).execute();
  await announcements.caughtUp();
}

describe('somebody who takes part virtually', () => {
  test('has a contest of their own with the problems of the past one, in no list', async () => {
    expect(await standing(anna)).toEqual({ isAllowed: true, durationTimeMs: 200 * MINUTE_MS, runs: [] });
    const { contestId } = await starts(anna);

    expect(await standing(anna)).toMatchObject({ isAllowed: false, runs: [{ contestId }] });
    const { contest } = (await anna.get(`/api/contest/${contestId}`)).json;
    expect(contest).toMatchObject({
      name: past.name,
      virtualOfId: past.id,
      isRated: false,
      problemsNumber: 2,
    });
    expect((await anna.submit({ id: contestId }, { symbolIndex: 'A' })).status).toBe(200);
    const listed = await anna.get('/api/contest/all?count=200');
    expect(listed.text).not.toContain(`"id":${contestId},`);
    expect((await tableOf(anna, past.id).catch(() => null)) === null).toBe(true); // she is not in the past one
  });

  test('finds nobody else there: not even moderators send into their contest', async () => {
    const { contestId } = await starts(anna);
    const [moderator, admin] = [await server.given.supervisor(), await server.given.admin()];

    const refused = await moderator.submit({ id: contestId }, { symbolIndex: 'A' });

    expect([refused.status, refused.json.error?.code]).toEqual([403, 'CONTEST_ACCESS_DENIED']);
    expect((await admin.submit({ id: contestId }, { symbolIndex: 'A' })).status).toBe(200);
  });

  test('sees the past table as it was at the same contest time, with their row and the freeze', async () => {
    const { contestId } = await starts(anna);
    await begunAgo(contestId, 40);
    const table = await tableOf(anna, contestId);
    const solved = (page: typeof table) =>
      Object.fromEntries(page.rows.map(({ user, acceptedSolutions }) => [user.id, acceptedSolutions]));
    expect(solved(table)).toEqual({ [early.user.id]: 1, [late.user.id]: 0, [anna.user.id]: 0 });
  });

  test('sees results of others stop at the freeze, and all of them after the end', async () => {
    const { contestId } = await starts(anna);
    await begunAgo(contestId, 170);
    const frozen = await tableOf(anna, contestId);
    expect(frozen.rows.find(({ user }) => user.id === late.user.id)).toMatchObject({ acceptedSolutions: 1 });

    const other = await server.given.signedIn(await server.given.user());
    const second = await starts(other);
    await begunAgo(second.contestId, 201);
    const ended = await tableOf(other, second.contestId);
    expect(ended.rows.find(({ user }) => user.id === late.user.id)).toMatchObject({ acceptedSolutions: 2 });
  });

  test('sees what past participants did in extra time, until who had most of it has ended', async () => {
    const { given, services } = server;
    await services.db
      .updateTable('contestParticipant')
      .set({ extraTimeMs: 30 * MINUTE_MS })
      .where('contestId', '=', past.id)
      .where('accountId', '=', early.user.id)
      .execute();
    await services.db
      .updateTable('contest')
      .set({ extraTimeMs: 30 * MINUTE_MS })
      .where('id', '=', past.id)
      .execute();
    await given.logged(
      past,
      { type: 'extraTime', userId: early.user.id, extraTimeMs: 30 * MINUTE_MS },
      given.attempt(past, early, 210, 'accepted', 1),
    );
    const { contestId } = await starts(anna);
    await begunAgo(contestId, 231);
    const { rows } = (await anna.get(`/api/contest/${contestId}/table2?count=50&scope=contest`)).as(
      ScoreboardPage,
    );
    expect(rows.map(({ user, acceptedSolutions }) => [user.id, acceptedSolutions])).toEqual([
      [late.user.id, 2],
      [early.user.id, 2],
    ]);
  });

  test('goes without the problems that organisers took out of the score', async () => {
    const admin = await server.given.admin();
    const disabled = await admin.post(`/api/admin/contests/${past.id}/live/problems/B/scoring`, {
      isDisabled: true,
    });
    expect(disabled.status, disabled.text).toBe(200);
    const { contestId } = await starts(anna);
    await begunAgo(contestId, 201);
    const { rows } = await tableOf(anna, contestId);
    expect(rows.map(({ user, acceptedSolutions }) => [user.id, acceptedSolutions])).toEqual([
      [early.user.id, 1],
      [late.user.id, 1],
      [anna.user.id, 0],
    ]);
  });

  test('does not see the row that they have in the past contest', async () => {
    const { contestId } = await starts(early);
    await begunAgo(contestId, 199);
    const { rows } = await tableOf(early, contestId);
    expect(rows.filter(({ user }) => user.id === early.user.id)).toHaveLength(1);
    expect(rows.find(({ user }) => user.id === early.user.id)).toMatchObject({ acceptedSolutions: 0 });
  });

  test('leaves the results of the past contest as they are', async () => {
    const before = await tableOf(early, past.id);
    const { contestId } = await starts(anna);
    await anna.submit({ id: contestId }, { symbolIndex: 'A' });
    expect((await tableOf(early, past.id)).rows).toEqual(before.rows);
  });

  test('begins later if they want, and twice only after the first has ended', async () => {
    const reply = (await anna.post(virtualPath(), { delayMin: 15 })).as(VirtualStarted);
    const { contest } = (await anna.get(`/api/contest/${reply.contestId}/canJoin`)).json;
    expect(contest).toBeUndefined();
    const again = await anna.post(virtualPath(), {});
    expect([again.status, again.json.error?.code]).toEqual([409, 'VIRTUAL_UNDER_WAY']);
    await begunAgo(reply.contestId, 201);
    expect((await anna.post(virtualPath(), {})).status).toBe(200);
  });

  test('of two starts at once one succeeds', async () => {
    const replies = await Promise.all([anna.post(virtualPath(), {}), anna.post(virtualPath(), {})]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

test('the times of a virtual participation stay, also for those who could change them', async () => {
  const { contestId } = await starts(anna);
  const admin = await server.given.admin();
  const edit = async (change: object) => {
    const { status, json } = await admin.post(`/api/admin/contests/${contestId}`, change);
    return [status, json.error?.code];
  };
  expect(await edit({ startTimeMs: Date.now() - MINUTE_MS })).toEqual([409, 'VIRTUAL_TIMES_FIXED']);
  const extended = await admin.post(`/api/admin/contests/${contestId}/live/extend`, { minutes: 10 });
  expect(extended.json.error?.code).toBe('VIRTUAL_TIMES_FIXED');
  expect(await edit({ name: 'Again' })).toEqual([200, undefined]);
});

test('after a virtual participation one goes on by the rules of the practice', async () => {
  const { contestId } = await starts(anna);
  await begunAgo(contestId, 201);
  expect((await anna.get(`/api/contest/${contestId}`)).json.contest).toMatchObject({ status: 'PRACTICE' });
  expect((await anna.submit({ id: contestId }, { symbolIndex: 'A' })).status).toBe(200);
  const startTimeMs = Date.now() - 201 * MINUTE_MS;
  const begun = { ...past, id: contestId, startTimeMs };
  await server.given.loggedAsJoined(begun, anna, 0);
  await server.given.attempted(begun, anna, 201, 'accepted', 1);
  const solved = async (scope: string) => {
    const path = `/api/contest/${contestId}/table2?count=50&scope=${scope}`;
    const { rows } = (await anna.get(path)).as(ScoreboardPage);
    return rows.find(({ user }) => user.id === anna.user.id)?.acceptedSolutions;
  };
  expect([await solved('contest'), await solved('practice')]).toEqual([0, 1]);
});

test('nobody else enters a virtual participation, and an admin does', async () => {
  const { contestId } = await starts(anna);
  const stranger = await server.given.signedIn(await server.given.user());
  expect((await stranger.post(`/api/contest/${contestId}/join`)).status).toBe(403);
  expect((await stranger.get(`/api/contest/${contestId}`)).status).toBe(403);
  expect((await stranger.get(`/api/contest/${contestId}/problems`)).status).toBe(403);
  expect((await (await server.given.admin()).get(`/api/contest/${contestId}`)).status).toBe(200);
});

test.each([
  ['while it runs', { startsInMin: -10 }],
  ['when it is removed', { startsInMin: -300, durationMin: 200, isSuspended: true }],
  ['when it is switched off', { startsInMin: -300, durationMin: 200, isEnabled: false }],
])('a contest takes no virtual participants %s', async (_when, options) => {
  past = await server.given.contest({ problems: ['A'], ...options });
  expect([403, 404]).toContain((await anna.post(virtualPath(), {})).status);
});

test('an organiser closes a contest to virtual participants', async () => {
  const admin = await server.given.admin();
  await admin.post(`/api/admin/contests/${past.id}`, { allowsVirtual: false });
  expect((await anna.post(virtualPath(), {})).json.error?.code).toBe('VIRTUAL_NOT_OPEN');
  expect((await standing(anna)).isAllowed).toBe(false);
});

test('a contest of groups is known to their members alone', async () => {
  const group = await server.given.group();
  past = await server.given.contest({ startsInMin: -300, durationMin: 200, groups: [group] });
  expect((await anna.get(virtualPath())).status).toBe(404);
  const member = await server.given.signedIn(await server.given.user({ groups: [group] }));
  expect((await member.post(virtualPath(), {})).status).toBe(200);
});
