import { VirtualStanding, VirtualStarted } from '@balloon/contracts/contests/virtual.ts';
import { ContestDevices } from '@balloon/contracts/hall/devices.ts';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { SubmitReply } from '@balloon/contracts/solutions/solutions.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openEar } from '#testing/test-ear.ts';
import {
  type GivenContest,
  type GivenUser,
  type Person,
  startTestServer,
  type TestServer,
} from '#testing/test-server.ts';

/* Members who act for a team, where the contest has rules of its own about who takes part from where, and when. */

const HALL = { 'x-forwarded-for': '198.51.100.7' };
const HOME = { 'x-forwarded-for': '203.0.113.9' };
const CALLS = ['problems', 'problems/A', 'solutions/my', 'table2', 'messages'];

let server: TestServer;
let admin: Person;
let contest: GivenContest;
let team: GivenUser;
let anna: Person;
let boris: Person;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: true });
  admin = await server.given.admin();
});
afterAll(() => server.close());

beforeEach(async () => {
  contest = await server.given.contest({ problems: ['A', 'B'] });
  [team, anna, boris] = [await server.given.user(), await person(), await person()];
  await admin.linkMembers(team, 'Polar Bears', [anna, boris]);
  await server.given.joined(team, contest);
  await caughtUp();
});

const caughtUp = () => server.services.announcements.caughtUp();
const person = async () => server.given.signedIn(await server.given.user());
async function bans({ user }: Person): Promise<void> {
  expect((await admin.post(`/api/admin/users/${user.id}/ban`, { reason: 'shouting' })).status).toBe(200);
  await caughtUp();
}
const edit = async (settings: object) => {
  expect((await admin.post(`/api/admin/contests/${contest.id}`, settings)).status).toBe(200);
  await caughtUp();
};
const path = (call = '') => `/api/contest/${contest.id}${call}`;
const codesOf = (by: Person, headers: Record<string, string> = {}) =>
  Promise.all(CALLS.map(async (call) => (await by.get(path(`/${call}`), headers)).json.error?.code));
const all = (code: string | undefined) => CALLS.map(() => code);
const send = (by: Person, headers: Record<string, string> = {}) =>
  by.post(path('/solutions'), { symbolIndex: 'A', languageId: 5, solution: 'print(1)' }, headers);
const devices = async () => (await admin.get(`/api/admin/contests/${contest.id}/devices`)).as(ContestDevices);
const moves = async (sessionId: number | null) => {
  const reply = await admin.post(`/api/admin/contests/${contest.id}/devices/${team.id}`, { sessionId });
  await caughtUp();
  return reply;
};

describe('a contest with networks', () => {
  beforeEach(() => edit({ allowedNetworks: ['198.51.100.0/24'] }));

  test('lets in each member by the address at which they are themselves', async () => {
    expect(await codesOf(anna, HALL)).toEqual(all(undefined));
    expect(await codesOf(boris, HOME)).toEqual(all('NETWORK_NOT_ALLOWED'));
    expect((await send(boris, HOME)).json.error?.code).toBe('NETWORK_NOT_ALLOWED');
    expect((await send(anna, HALL)).as(SubmitReply).userId).toBe(team.id);
  });

  test('lets in all members of a team that takes part from anywhere', async () => {
    const people = [{ userId: team.id, isFromAnywhere: true }];
    await admin.post(`/api/admin/contests/${contest.id}/live/adjustments`, { people });
    await caughtUp();
    for (const by of [anna, boris]) expect(await codesOf(by, HOME)).toEqual(all(undefined));
  });

  test('starts a window of a team from its networks only', async () => {
    await edit({ windowTimeMs: 600_000 });
    const start = async (headers: Record<string, string>) =>
      (await anna.post(path('/start'), undefined, headers)).json.error?.code;
    expect(await start(HOME)).toBe('NETWORK_NOT_ALLOWED');
    expect(await start(HALL)).toBeUndefined();
  });
});

describe('a contest that binds devices', () => {
  beforeEach(() => edit({ bindsDevices: true }));

  test('has one device for the whole team, that of the member who comes first', async () => {
    expect(await codesOf(anna)).toEqual(all(undefined));
    expect(await codesOf(boris)).toEqual(all('OTHER_DEVICE'));
    expect((await send(boris)).json.error?.code).toBe('OTHER_DEVICE');
    expect(await codesOf(await server.given.signedIn(team))).toEqual(all('OTHER_DEVICE'));
  });

  test('lets members take turns in the same browser', async () => {
    const browser = server.given.anonymous();
    const isIn = async ({ user }: Person) => {
      browser.cookie = '';
      await browser.post('/api/user/authenticate/sign-in', user);
      return (await browser.get(path('/problems'))).json.error?.code;
    };
    expect([await isIn(anna), await isIn(boris), await isIn(anna)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('is moved by organisers to the device of another member, whom the list of devices names', async () => {
    await codesOf(anna);
    await codesOf(boris);
    const { sessions } = await devices();
    const ofTeam = sessions.filter(({ userId }) => userId === team.id);
    expect(ofTeam.map(({ member, holds }) => [member, holds])).toEqual(
      expect.arrayContaining([
        [`First ${anna.user.username}`, true],
        [`First ${boris.user.username}`, false],
      ]),
    );
    const his = ofTeam.find(({ holds }) => !holds);
    expect((await moves(his?.id ?? 0)).status).toBe(200);
    expect(await codesOf(anna)).toEqual(all('OTHER_DEVICE'));
    expect(await codesOf(boris)).toEqual(all(undefined));
    expect((await moves(null)).status).toBe(200);
    expect(await codesOf(anna)).toEqual(all(undefined));
  });

  test('is moved to nobody who takes part as somebody else, or is no member any more', async () => {
    await server.given.joined(boris.user, contest);
    await caughtUp();
    const his = (await devices()).sessions.find(({ member }) => member?.includes(boris.user.username));
    expect((await boris.post(path('/part'), { teamId: null })).status).toBe(200);
    await caughtUp();
    expect((await moves(his?.id ?? 0)).json.error?.code).toBe('SESSION_NOT_FOUND');
    expect((await devices()).sessions.filter(({ userId }) => userId === team.id)).toHaveLength(1);
    expect(await codesOf(anna)).toEqual(all(undefined));
    expect(await codesOf(boris)).toEqual(all(undefined)); // from a device of their own, as themselves
  });

  test('asks for the network, too, and the device that was refused there does not hold', async () => {
    await edit({ allowedNetworks: ['198.51.100.0/24'] });
    expect(await codesOf(boris, HOME)).toEqual(all('NETWORK_NOT_ALLOWED'));
    expect(await codesOf(anna, HALL)).toEqual(all(undefined));
    expect(await codesOf(boris, HALL)).toEqual(all('OTHER_DEVICE'));
  });
});

describe('contest mode', () => {
  let other: GivenContest;
  beforeEach(async () => {
    other = await server.given.contest();
    await server.given.joined(anna.user, other);
    await edit({ confines: true });
    expect(await codesOf(boris)).toEqual(all(undefined)); // opens it for the team
    await caughtUp();
  });

  const elsewhere = async (by: Person) =>
    (await by.get(`/api/contest/${other.id}/problems`)).json.error?.code;

  test('of a team confines its members, also in contests in which they take part themselves', async () => {
    expect(await codesOf(anna)).toEqual(all(undefined));
    expect((await send(anna)).as(SubmitReply).userId).toBe(team.id);
    expect(await elsewhere(anna)).toBe('CONFINED');
    expect((await anna.submit(other, {})).json.error?.code).toBe('CONFINED');
    const ear = await openEar(anna);
    expect(await ear.asks('contest.join', { contestId: other.id })).toMatchObject({ ok: false });
  });

  test('ends for who leaves the team, and with the rule that members act for it', async () => {
    await admin.linkMembers(team, 'Polar Bears', [boris]);
    await caughtUp();
    expect(await elsewhere(anna)).toBeUndefined();
    await admin.linkMembers(team, 'Polar Bears', [anna, boris]);
    await caughtUp();
    expect(await elsewhere(anna)).toBe('CONFINED');
    await edit({ membersAct: false });
    expect(await elsewhere(anna)).toBeUndefined();
  });

  test('keeps a member from a virtual participation elsewhere', async () => {
    const past = await server.given.contest({ startsInMin: -300, durationMin: 100, practiceMin: 0 });
    expect((await anna.post(`/api/contest/${past.id}/virtual`, {})).json.error?.code).toBe('CONFINED');
  });
});

describe('a virtual participation', () => {
  let past: GivenContest;
  beforeEach(async () => {
    past = await server.given.contest({ startsInMin: -300, durationMin: 100, problems: ['A'] });
  });
  const virtual = (of: GivenContest) => `/api/contest/${of.id}/virtual`;

  test('is that of the team which took part: one for all members, who see it and send in it', async () => {
    await server.given.joined(team, past);
    await caughtUp();
    const { contestId } = (await anna.post(virtual(past), {})).as(VirtualStarted);
    await caughtUp();
    expect((await boris.get(virtual(past))).as(VirtualStanding)).toMatchObject({
      isAllowed: false,
      runs: [{ contestId }],
    });
    expect((await boris.post(virtual(past), {})).json.error?.code).toBe('VIRTUAL_UNDER_WAY');
    const run = { id: contestId };
    for (const by of [anna, boris])
      expect((await by.submit(run, {})).as(SubmitReply)).toMatchObject({
        userId: team.id,
        sentBy: { id: by.user.id },
      });
    const { ownRow } = (await boris.get(`/api/contest/${contestId}/table2?count=50`)).as(ScoreboardPage);
    expect(ownRow?.user.id).toBe(team.id);
    const stranger = await person();
    expect((await stranger.get(`/api/contest/${contestId}/problems`)).status).toBeGreaterThan(400);
  });

  test('is one’s own where the team did not take part', async () => {
    const { contestId } = (await anna.post(virtual(past), {})).as(VirtualStarted);
    await caughtUp();
    expect((await anna.submit({ id: contestId }, {})).as(SubmitReply).userId).toBe(anna.user.id);
    expect((await boris.get(virtual(past))).as(VirtualStanding)).toMatchObject({ runs: [] });
  });
});

describe('a member who is banned', () => {
  test('is out at once, with their connections, while the others go on', async () => {
    const [ear, hers] = [await openEar(boris, contest), await openEar(anna, contest)];
    expect((await send(boris)).as(SubmitReply).userId).toBe(team.id);
    await bans(boris);
    await expect.poll(() => ear.socket.connected).toBe(false);
    expect((await send(boris)).status).toBe(401);
    expect(hers.socket.connected).toBe(true);
    expect(await codesOf(anna)).toEqual(all(undefined));
    expect((await send(anna)).as(SubmitReply).userId).toBe(team.id);
    const table = (await anna.get(path('/table2?count=50'))).as(ScoreboardPage);
    expect(table.rows.map(({ user }) => user.id)).toContain(team.id); // what he sent stays the team's
  });

  test('gives the device back to the others by a release', async () => {
    await edit({ bindsDevices: true });
    await codesOf(boris);
    expect(await codesOf(anna)).toEqual(all('OTHER_DEVICE'));
    await bans(boris);
    expect(await codesOf(anna)).toEqual(all('OTHER_DEVICE'));
    expect((await moves(null)).status).toBe(200);
    expect(await codesOf(anna)).toEqual(all(undefined));
  });
});
