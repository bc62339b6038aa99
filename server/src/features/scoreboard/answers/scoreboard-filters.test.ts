import {
  ScoreboardActivity,
  ScoreboardGroups,
  ScoreboardPage,
} from '@balloon/contracts/scoreboard/scoreboard.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const MINUTE = 60_000;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function table(viewer: Person, contest: GivenContest, query: Record<string, string> = {}) {
  const reply = await viewer.get(`/api/contest/${contest.id}/table2?${new URLSearchParams(query)}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.as(ScoreboardPage);
}

const namesAndPlaces = ({ rows }: ScoreboardPage) => rows.map(({ user, rank }) => `${rank} ${user.username}`);

async function activity(viewer: Person, contest: GivenContest, query = '') {
  const reply = await viewer.get(`/api/contest/${contest.id}/table/activity?${query}`);
  const { steps, stepMs } = reply.as(ScoreboardActivity);
  return steps.map(({ step, count }) => `${count} at ${(step * stepMs) / MINUTE}`);
}

test('finds rows by words of a name, with the places that they have among all', async () => {
  const { given } = server;
  const contest = await given.contest();
  const [anna, boris, annet] = [
    await given.participant(contest, { username: 'Анна_1' }),
    await given.participant(contest, { username: 'boris%' }),
    await given.participant(contest, { username: 'annet' }),
  ] as const;
  await given.participant(contest, { username: 'anna-jury', mask: 1024 });
  await server.given.attempted(contest, boris, 10, 'accepted');
  await server.given.attempted(contest, annet, 20, 'accepted');

  const found = await table(anna, contest, { q: ' FIRST annE ' });
  expect(namesAndPlaces(found)).toEqual(['2 annet']);
  expect(found.rowsNumber).toBe(1);
  expect(found.ownRow?.rank).toBe(3);
  expect(found.statistics).toEqual([{ problemIndex: 'A', solved: 2, tried: 2, tries: 2 }]);

  expect(namesAndPlaces(await table(anna, contest, { q: 'анна' }))).toEqual(['3 Анна_1']);
  expect(namesAndPlaces(await table(anna, contest, { q: '%' }))).toEqual(['1 boris%']);
  // Supervisors have no row that participants may know of, by whatever name they ask.
  const ofJury = await table(anna, contest, { q: 'anna-jury' });
  expect(ofJury).toMatchObject({ rows: [], rowsNumber: 0 });
  expect(namesAndPlaces(await table(anna, contest, { q: 'first', count: '1', offset: '1' }))).toEqual([
    '2 annet',
  ]);
});

describe('the filter by group', () => {
  test('offers supervisors all groups of participants, others their own of those the contest is for', async () => {
    const { given } = server;
    const [north, south, club] = [
      await given.group('north'),
      await given.group('south'),
      await given.group('club'),
    ];
    await given.group('nobody in it');
    const contest = await given.contest({ groups: [north, south] });
    const viewer = await given.participant(contest, { username: 'viewer', groups: [north, club] });
    await given.participant(contest, { username: 'neighbour', groups: [north] });
    await given.participant(contest, { username: 'stranger', groups: [south] });
    const jury = await given.admin();
    const groupsOf = async (person: Person) => {
      const reply = await person.get(`/api/contest/${contest.id}/table/groups`);
      return reply.as(ScoreboardGroups).groups.map(({ name }) => name);
    };

    expect(await groupsOf(viewer)).toEqual(['north']);
    expect(await groupsOf(jury)).toEqual(['club', 'north', 'south']);
    const ofNorth = await table(viewer, contest, { groupId: `${north}` });
    expect(ofNorth.rows.map(({ user }) => user.username)).toEqual(['viewer', 'neighbour']);
    const ofSouth = await table(jury, contest, { groupId: `${south}` });
    expect(ofSouth.rows.map(({ user }) => user.username)).toEqual(['stranger']);

    // Members of other groups are not revealed, nor whether a group exists.
    for (const groupId of [south, club, 999_999]) {
      const refused = await viewer.get(`/api/contest/${contest.id}/table2?groupId=${groupId}`);
      expect([refused.status, refused.json.error?.code]).toEqual([403, 'GROUP_NOT_LISTED']);
    }
    const nonsense = await viewer.get(`/api/contest/${contest.id}/table2?groupId=x`);
    expect(nonsense.status).toBe(400);
  });

  test('is for those in the contest', async () => {
    const contest = await server.given.contest();
    const stranger = await server.given.signedIn(await server.given.user());
    for (const path of ['table/groups', 'table/activity']) {
      const refused = await stranger.get(`/api/contest/${contest.id}/${path}`);
      expect([path, refused.status, refused.json.error?.code]).toEqual([path, 403, 'CONTEST_NOT_JOINED']);
    }
  });
});

describe('during the freeze', () => {
  async function frozenContest() {
    const contest = await server.given.contest({ startsInMin: -200, freezeInMin: -20 });
    const people = [
      await server.given.participant(contest),
      await server.given.participant(contest),
    ] as const;
    const jury = await server.given.participant(contest, { mask: 4096 });
    const [own, other] = people;
    await server.given.attempted(contest, other, 100, 'wrongAnswer');
    await server.given.attempted(contest, jury, 50, 'accepted');
    await server.given.attempted(contest, own, 190, 'accepted');
    await server.given.attempted(contest, other, 191, 'accepted');
    return { contest, own, other, jury };
  }

  test('filters and statistics keep what it hides', async () => {
    const { contest, own, other, jury } = await frozenContest();
    const found = await table(own, contest, { q: other.user.username });
    expect(found.rows[0]).toMatchObject({
      acceptedSolutions: 0,
      cells: [{ result: '-1', cellFrozen: true }],
    });
    expect(found.statistics).toMatchObject([{ solved: 1, tried: 2, tries: 2 }]);
    expect((await table(other, contest)).statistics).toMatchObject([{ solved: 1, tried: 1, tries: 2 }]);
    expect((await table(jury, contest)).statistics).toMatchObject([{ solved: 2, tried: 2, tries: 3 }]);
  });

  test('activity tells of one’s own attempts only, and supervisors of all', async () => {
    const { contest, own, jury } = await frozenContest();
    expect(await activity(own, contest)).toEqual(['1 at 100', '1 at 190']);
    expect(await activity(own, contest, 'range=full')).toEqual(['1 at 100', '1 at 190']);
    expect(await activity(jury, contest)).toEqual(['1 at 50', '1 at 100', '1 at 190', '1 at 191']);
    expect(await activity(jury, contest, 'audience=public')).toEqual(['1 at 100']);
  });

  test('the public table shows a supervisor what may hang on a wall', async () => {
    const { contest, own, other, jury } = await frozenContest();
    for (const viewer of [jury, own]) {
      const shown = await table(viewer, contest, { audience: 'public' });
      expect(shown).toMatchObject({ isFrozen: true, ownRow: null, rowsNumber: 2 });
      expect(namesAndPlaces(shown)).toEqual([`1 ${own.user.username}`, `1 ${other.user.username}`]);
      expect(shown.rows.map(({ acceptedSolutions }) => acceptedSolutions)).toEqual([0, 0]);
      expect(shown.statistics).toMatchObject([{ solved: 0, tried: 1, tries: 1 }]);
    }
  });
});
