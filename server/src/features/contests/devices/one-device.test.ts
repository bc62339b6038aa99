import { ContestDevices } from '@balloon/contracts/hall/devices.ts';
import { SolutionList } from '@balloon/contracts/solutions/solutions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countQueries } from '#testing/count-queries.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let second: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  second = await startTestServer({ databaseUrl: server.databaseUrl });
  admin = await server.given.admin();
});
afterAll(async () => {
  await second.close();
  await server.close();
});

async function binding(contest: GivenContest): Promise<GivenContest> {
  expect((await admin.post(`/api/admin/contests/${contest.id}`, { bindsDevices: true })).status).toBe(200);
  await caughtUp();
  return contest;
}

const caughtUp = () => Promise.all([server, second].map(({ services }) => services.announcements.caughtUp()));

/** A participant on two devices; the second one asks another web process. */
async function twoDevices(contest: GivenContest) {
  const user = await server.given.user();
  await server.given.joined(user, contest);
  return { user, hall: await server.given.signedIn(user), phone: await second.given.signedIn(user) };
}

const CALLS = ['problems', 'problems/A', 'solutions/my', 'table2', 'messages'];
const codesOf = (person: Person, contest: GivenContest) =>
  Promise.all(
    CALLS.map(async (call) => (await person.get(`/api/contest/${contest.id}/${call}`)).json.error?.code),
  );
const all = (code: string | undefined) => CALLS.map(() => code);
const devicesOf = async (contest: GivenContest) =>
  (await admin.get(`/api/admin/contests/${contest.id}/devices`)).as(ContestDevices);
const move = async (contest: GivenContest, userId: number, sessionId: number | null) => {
  const reply = await admin.post(`/api/admin/contests/${contest.id}/devices/${userId}`, { sessionId });
  await caughtUp();
  return reply;
};

describe('a contest that binds devices', () => {
  test('lets the first device take part, and tells another why it may neither read nor send', async () => {
    const contest = await binding(await server.given.contest());
    const { hall, phone } = await twoDevices(contest);
    expect(await codesOf(hall, contest)).toEqual(all(undefined));

    expect(await codesOf(phone, contest)).toEqual(all('OTHER_DEVICE'));
    const refused = await phone.submit(contest, {});
    expect([refused.status, refused.json.error?.code]).toEqual([403, 'OTHER_DEVICE']);
    expect((await phone.get(`/api/problems/${contest.problemIds[0]}`)).status).toBe(404);
    expect((await hall.get(`/api/problems/${contest.problemIds[0]}`)).status).toBe(200);
    expect((await hall.submit(contest, {})).status).toBe(200);
  });

  test('shows what was sent in no list of another device, which still has other contests', async () => {
    const [contest, free] = [await binding(await server.given.contest()), await server.given.contest()];
    const { user, hall, phone } = await twoDevices(contest);
    await server.given.joined(user, free);
    const [bound, unbound] = [await hall.submit(contest, {}), await hall.submit(free, {})];
    const listed = async (person: Person) => {
      const { solutions, solutionsNumber } = (await person.get('/api/user/solutions')).as(SolutionList);
      return [solutionsNumber, ...solutions.map(({ id }) => id)];
    };
    expect(await listed(hall)).toEqual([2, unbound.json.id, bound.json.id]);
    expect(await listed(phone)).toEqual([1, unbound.json.id]);
  });

  test('goes on in the same browser after a crash, and in no other', async () => {
    const contest = await binding(await server.given.contest());
    const user = await server.given.user();
    await server.given.joined(user, contest);
    const browser = server.given.anonymous();
    const signIn = (client = browser) => client.post('/api/user/authenticate/sign-in', user);
    const read = async (client = browser) =>
      (await client.get(`/api/contest/${contest.id}/problems`)).json.error?.code;
    await signIn();
    expect(await read()).toBeUndefined();

    browser.cookie = ''; // the session is gone, the device is known
    await signIn();
    expect(await read()).toBeUndefined();
    const other = server.given.anonymous();
    await signIn(other);
    expect(await read(other)).toBe('OTHER_DEVICE');
  });

  test('binds nobody before its start and after its end, and no supervisors', async () => {
    const over = await binding(
      await server.given.contest({ startsInMin: -20, durationMin: 10, practiceMin: 100 }),
    );
    const { hall, phone } = await twoDevices(over);
    for (const person of [hall, phone]) expect(await codesOf(person, over)).toEqual(all(undefined));
    const running = await binding(await server.given.contest());
    const again = await server.given.signedIn(admin.user);
    for (const person of [admin, again]) expect(await codesOf(person, running)).toEqual(all(undefined));
    expect((await devicesOf(over)).held).toEqual([]);
  });

  test('is left to another device by a supervisor, in every web process, and the log says so', async () => {
    const contest = await binding(await server.given.contest());
    const { user, hall, phone } = await twoDevices(contest);
    await codesOf(hall, contest);
    await codesOf(phone, contest);
    const sessions = (await devicesOf(contest)).sessions.filter(({ userId }) => userId === user.id);
    expect(sessions.map(({ holds }) => holds).sort()).toEqual([false, true]);

    const other = sessions.find(({ holds }) => !holds);
    expect((await move(contest, user.id, other?.id ?? 0)).status).toBe(200);

    expect(await codesOf(hall, contest)).toEqual(all('OTHER_DEVICE'));
    expect(await codesOf(phone, contest)).toEqual(all(undefined));
    expect((await devicesOf(contest)).held).toMatchObject([
      { userId: user.id, movedBy: admin.user.username },
    ]);
    const log = await admin.get('/api/admin/audit?action=contest.moveDevice');
    expect(log.text).toContain(user.username);

    expect((await move(contest, user.id, null)).status).toBe(200);
    expect(await codesOf(hall, contest)).toEqual(all(undefined));
    expect(await codesOf(phone, contest)).toEqual(all('OTHER_DEVICE'));
  });

  test('is moved to sessions of its participants only, by its supervisors', async () => {
    const contest = await binding(await server.given.contest());
    const { user, phone } = await twoDevices(contest);
    const { user: stranger } = await twoDevices(await server.given.contest());
    expect((await move(contest, user.id, 999_999)).json.error?.code).toBe('SESSION_NOT_FOUND');
    expect((await move(contest, stranger.id, null)).json.error?.code).toBe('PARTICIPANT_NOT_FOUND');
    const path = `/api/admin/contests/${contest.id}/devices`;
    expect((await phone.post(`${path}/${user.id}`, { sessionId: null })).status).toBe(403);
    expect((await phone.get(path)).status).toBe(403);
    const outsider = await server.given.supervisor();
    const group = await server.given.group();
    const closed = await server.given.contest({ groups: [group] });
    expect((await outsider.get(`/api/admin/contests/${closed.id}/devices`)).status).toBe(404);
  });

  test('tells sockets of other devices nothing more', async () => {
    const contest = await binding(await server.given.contest());
    const { user, hall, phone } = await twoDevices(contest);
    const [inHall, onPhone] = [await hall.socket(), await phone.socket()];
    const join = (socket: typeof inHall) =>
      socket.timeout(60_000).emitWithAck('contest.join', { contestId: contest.id });
    expect(await join(inHall)).toEqual({ ok: true });
    await expect.poll(() => onPhone.connected).toBe(false);
    const back = await phone.socket();
    expect(await join(back)).toEqual({ ok: false, code: 'OTHER_DEVICE' });
    expect(inHall.connected).toBe(true);

    const { sessions } = await devicesOf(contest);
    const other = sessions.find(({ userId, holds }) => userId === user.id && !holds);
    await move(contest, user.id, other?.id ?? 0);
    await expect.poll(() => inHall.connected).toBe(false);
    expect(await join(await phone.socket())).toEqual({ ok: true });
    expect(await join(await hall.socket())).toEqual({ ok: false, code: 'OTHER_DEVICE' });
  });

  test('asks the database nothing more for who takes part', async () => {
    const contest = await binding(await server.given.contest());
    const { hall } = await twoDevices(contest);
    await codesOf(hall, contest);
    await caughtUp();
    await codesOf(hall, contest);
    const queries = await countQueries(server.services, async () => {
      expect((await hall.get(`/api/contest/${contest.id}/problems/A`)).status).toBe(200);
    });
    expect(queries).toBe(0);
  });
});
