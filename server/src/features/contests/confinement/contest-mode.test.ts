import { ContestList } from '@balloon/contracts/contests.ts';
import type { CLIENT_EVENTS } from '@balloon/contracts/socket/events.ts';
import { OwnUser } from '@balloon/contracts/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partAll } from '#features/contests/confinement/confined-sockets.ts';
import type { DeclaredRoute } from '#http/allow.ts';
import { countQueries } from '#testing/count-queries.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let second: TestServer;
let admin: Person;
/** Running in contest mode, and another one that runs without. */
let exam: GivenContest;
let other: GivenContest;
let anna: Person;
let routes: DeclaredRoute[];
beforeAll(async () => {
  server = await startTestServer();
  second = await startTestServer({ databaseUrl: server.databaseUrl });
  admin = await server.given.admin();
  [other, exam] = [await server.given.contest(), await server.given.contest()];
  expect((await confine(exam)).status).toBe(200);
  anna = await server.given.participant(exam);
  await server.given.joined(anna.user, other);
  await caughtUp();
  await opens(anna, exam);
  routes = server.routes.filter(({ method }) => method !== 'HEAD');
});
afterAll(async () => {
  await second.close();
  await server.close();
});

const confine = (contest: GivenContest, confines = true) =>
  admin.post(`/api/admin/contests/${contest.id}`, { confines });
const opens = async (person: Person, contest: GivenContest) => {
  expect(await codeOf(person, `/api/contest/${contest.id}/problems`)).toBeUndefined();
  await caughtUp();
};
const caughtUp = () => Promise.all([server, second].map(({ services }) => services.announcements.caughtUp()));
const codeOf = async (person: Person, path: string) => (await person.get(path)).json.error?.code;

describe('every route of participants', () => {
  const nameOf = ({ method, url }: DeclaredRoute) => `${method} ${url}`;
  const call = async (route: DeclaredRoute, contestId: number): Promise<unknown> => {
    const url = route.url.replace(':contestId', String(contestId)).replace(/:\w+|\*/g, '999999');
    return (await anna.send(route.method, url, {})).json.error?.code;
  };
  const ofPeople = () => routes.filter(({ allow }) => allow === 'user');

  test('is closed in contest mode unless it says otherwise, and then for its contest only', async () => {
    for (const route of ofPeople().filter(({ whileConfined }) => whileConfined !== 'open')) {
      const isClosed = route.whileConfined === undefined;
      if (route.whileConfined !== 'own')
        expect([nameOf(route), await call(route, other.id)]).toEqual([nameOf(route), 'CONFINED']);
      const code = await call(route, exam.id);
      expect([nameOf(route), code === 'CONFINED']).toEqual([nameOf(route), isClosed]);
    }
  });

  test('is open in contest mode only where we know of it', () => {
    const named = (what: string) =>
      ofPeople()
        .filter(({ whileConfined }) => whileConfined === what)
        .map(nameOf)
        .sort();
    expect(named('open')).toEqual([
      'DELETE /api/user/sessions',
      'DELETE /api/user/sessions/:sessionId',
      'GET /api/admin/verdicts',
      'GET /api/user/me',
      'GET /api/user/sessions',
      'GET /api/user/telegram',
      'GET /api/user/telegram-account',
      'GET /api/user/telegram-disconnect',
      'GET /uploads/images/:name',
      'POST /api/solution-files',
      'POST /api/user/email',
      'POST /api/user/password',
      'POST /api/user/telegram',
      'POST /api/user/telegram-disconnect',
    ]);
    expect(named('own')).toEqual([
      'GET /api/contest/all',
      'GET /api/problems/:problemId',
      'GET /api/problems/:problemId/editorial',
      'GET /api/problems/:problemId/files/*',
      'GET /api/problems/:problemId/version/:versionNumber',
    ]);
  });
});

describe('a contest in contest mode', () => {
  test('shows its participants itself, and nothing of other contests, past solutions, chat and ratings', async () => {
    for (const path of ['', '/problems', '/problems/A', '/solutions/my', '/table2', '/messages'])
      expect(await codeOf(anna, `/api/contest/${exam.id}${path}`)).toBeUndefined();
    expect((await anna.submit(exam, {})).status).toBe(200);
    expect((await anna.submit(other, {})).json.error?.code).toBe('CONFINED');
    for (const path of [
      `/api/contest/${other.id}/problems`,
      '/api/user/solutions',
      '/api/chat/me',
      '/api/user/rating',
      '/api/news',
    ])
      expect(await codeOf(anna, path)).toBe('CONFINED');
    const { contests } = (await anna.get('/api/contest/all')).as(ContestList);
    expect(contests.map(({ id }) => id)).toEqual([exam.id]);
    expect((await anna.get(`/api/problems/${exam.problemIds[0]}`)).status).toBe(200);
    expect((await anna.get(`/api/problems/${other.problemIds[0]}`)).status).toBe(404);
  });

  test('tells until when, to the page and in the refusal', async () => {
    const untilMs = exam.startTimeMs + 300 * 60_000;
    const me = (await anna.get('/api/user/me')).as(OwnUser);
    expect(me.confinedTo).toEqual([{ id: exam.id, name: exam.name, untilMs }]);
    const refused = await anna.get('/api/news');
    expect([refused.status, refused.json.error?.restParams]).toEqual([
      403,
      { contestId: exam.id, contest: exam.name, untilMs },
    ]);
    expect((await admin.get('/api/user/me')).as(OwnUser).confinedTo).toBeUndefined();
  });

  test('leaves everybody else alone: supervisors, people who have not joined, those before and after it', async () => {
    const over = await server.given.contest({ startsInMin: -20, durationMin: 10, practiceMin: 100 });
    const later = await server.given.contest({ startsInMin: 20 });
    for (const contest of [over, later]) await confine(contest);
    const people = [
      ...[admin, await server.given.supervisor(), await server.given.participant(other)],
      ...[await server.given.participant(over), await server.given.participant(later)],
    ];
    for (const person of people) expect(await codeOf(person, '/api/news')).toBeUndefined();
  });

  test('confines whoever joins and opens it in every web process, and ends when it is switched off', async () => {
    const contest = await server.given.contest();
    await confine(contest);
    const user = await server.given.user();
    const [here, there] = [await server.given.signedIn(user), await second.given.signedIn(user)];
    const news = async () => [await codeOf(here, '/api/news'), await codeOf(there, '/api/news')];
    expect(await news()).toEqual([undefined, undefined]);
    expect((await here.post(`/api/contest/${contest.id}/join`)).status).toBe(200);
    await opens(here, contest);
    expect(await news()).toEqual(['CONFINED', 'CONFINED']);
    await confine(contest, false);
    await caughtUp();
    expect(await news()).toEqual([undefined, undefined]);
  });

  test('begins for each by their own times', async () => {
    const contest = await server.given.contest({ startsInMin: -5 });
    await confine(contest);
    const [prompt, late] = [await server.given.participant(contest), await server.given.participant(contest)];
    const people = [{ userId: late.user.id, startShiftMin: 60 }];
    const path = `/api/admin/contests/${contest.id}/live/adjustments`;
    expect((await admin.post(path, { people })).status).toBe(200);
    await caughtUp();
    for (const person of [prompt, late])
      expect(await codeOf(person, `/api/contest/${contest.id}/messages`)).toBeUndefined();
    await caughtUp();
    expect([await codeOf(prompt, '/api/news'), await codeOf(late, '/api/news')]).toEqual([
      'CONFINED',
      undefined,
    ]);
  });

  test('asks the database nothing more', async () => {
    const ask = async () => expect((await anna.get(`/api/contest/${exam.id}/problems/A`)).status).toBe(200);
    await ask();
    expect(await countQueries(server.services, ask)).toBe(0);
  });

  test('closes sockets to what is not its own, also rooms that were joined before', async () => {
    const contest = await server.given.contest();
    const person = await server.given.participant(contest);
    await server.given.joined(person.user, other);
    const [follower, owner] = [await person.socket(), await person.socket()];
    const emit = (socket: typeof owner, event: keyof typeof CLIENT_EVENTS, payload: object) =>
      socket.timeout(60_000).emitWithAck(event, payload);
    expect(await emit(follower, 'contest.join', { contestId: other.id })).toEqual({ ok: true });
    expect(await emit(owner, 'contest.join', { contestId: contest.id })).toEqual({ ok: true });
    await confine(contest);
    await caughtUp();
    await opens(person, contest);

    await partAll(server.services);
    await expect.poll(() => follower.connected).toBe(false);
    expect(owner.connected).toBe(true);
    const refused = { ok: false, code: 'CONFINED' };
    expect(await emit(owner, 'contest.join', { contestId: contest.id })).toEqual({ ok: true });
    expect(await emit(owner, 'contest.join', { contestId: other.id })).toEqual(refused);
    expect(await emit(owner, 'chat.listen', { userId: 1 })).toEqual(refused);
    expect(await emit(owner, 'solutions.listen', {})).toEqual({ ok: true });
  });

  test('closes sockets that carry balloons of another contest', async () => {
    const contest = await server.given.contest();
    const runner = await server.given.participant(contest);
    const runners = `/api/admin/contests/${other.id}/balloons/runners`;
    expect((await admin.post(runners, { userId: runner.user.id })).status).toBe(200);
    const socket = await runner.socket();
    const listens = await socket.timeout(60_000).emitWithAck('balloons.listen', { contestId: other.id });
    expect(listens).toEqual({ ok: true });
    await confine(contest);
    await caughtUp();
    await opens(runner, contest);

    await partAll(server.services);
    await expect.poll(() => socket.connected).toBe(false);
  });
});

describe('people whom organisers put on the list of a contest in contest mode', () => {
  /** A contest in contest mode of a group of its own, with these people on its list whom its moderator let in. */
  async function examOf(people: readonly { id: number }[], settings: object = {}) {
    const group = await server.given.group();
    const moderator = await server.given.supervisor({ groups: [group] });
    const contest = await server.given.contest({ groups: [group] });
    const path = `/api/admin/contests/${contest.id}`;
    expect((await moderator.post(path, { confines: true, ...settings })).status).toBe(200);
    for (const { id } of people)
      expect((await moderator.post(`${path}/live/people`, { userId: id })).status).toBe(200);
    await caughtUp();
    return { contest, moderator };
  }
  const stranger = async () => server.given.signedIn(await server.given.user());

  test('are not shut out of another contest by that', async () => {
    const [vera, member, team] = [await stranger(), await stranger(), await server.given.user()];
    await server.given.joined(vera.user, other);
    await server.given.joined(member.user, other);
    await admin.linkMembers(team, 'Polar Bears', [member]);
    await examOf([vera.user, team]);

    for (const person of [vera, member]) {
      expect((await person.submit(other, {})).status).toBe(200);
      expect(await codeOf(person, '/api/news')).toBeUndefined();
      expect((await person.get('/api/user/me')).as(OwnUser).confinedTo).toBeUndefined();
    }
  });

  const ROADS: readonly [string, (person: Person, contest: GivenContest) => Promise<unknown>][] = [
    ...['problems', 'problems/A', 'table2', 'table', 'solutions/my', 'messages', 'participants'].map(
      (call): [string, (person: Person, contest: GivenContest) => Promise<unknown>] => [
        `the call ${call}`,
        async (person, { id }) => expect((await person.get(`/api/contest/${id}/${call}`)).status).toBe(200),
      ],
    ),
    ['a solution', async (person, contest) => expect((await person.submit(contest, {})).status).toBe(200)],
    [
      'a question',
      async (person, { id }) => {
        const reply = await person.post(`/api/contest/${id}/messages`, { text: 'Is n > 0?' });
        expect(reply.status).toBe(200);
      },
    ],
    [
      'its socket',
      async (person, { id }) => {
        const socket = await person.socket();
        const reply = await socket.timeout(60_000).emitWithAck('contest.join', { contestId: id });
        expect(reply).toEqual({ ok: true });
      },
    ],
  ];
  test.each(ROADS)('are confined once they open it, by %s', async (_road, open) => {
    const person = await stranger();
    const { contest } = await examOf([person.user]);
    expect(await codeOf(person, '/api/news')).toBeUndefined();
    await open(person, contest);
    await caughtUp();
    expect(await codeOf(person, '/api/news')).toBe('CONFINED');
    expect((await person.submit(contest, {})).status).toBe(200);
  });

  test('cannot read its problems elsewhere before', async () => {
    const person = await stranger();
    const { contest } = await examOf([person.user]);
    const problem = `/api/problems/${contest.problemIds[0]}`;
    expect((await person.get(problem)).status).toBe(404);
    await opens(person, contest);
    expect((await person.get(problem)).status).toBe(200);
  });

  test('are confined with all members of their team once one of these opens it', async () => {
    const [vera, boris, team] = [await stranger(), await stranger(), await server.given.user()];
    await admin.linkMembers(team, 'Polar Bears', [vera, boris]);
    const { contest } = await examOf([team]);
    await opens(vera, contest);
    for (const person of [vera, boris]) expect(await codeOf(person, '/api/news')).toBe('CONFINED');
  });

  test('are not confined by asking what it is, nor where they may not enter', async () => {
    const person = await stranger();
    const { contest } = await examOf([person.user], { allowedNetworks: ['192.0.2.0/24'] });
    for (const path of ['', '/canJoin', '/own-time'])
      expect(await codeOf(person, `/api/contest/${contest.id}${path}`)).toBeUndefined();
    expect(await codeOf(person, `/api/contest/${contest.id}/problems`)).toBe('NETWORK_NOT_ALLOWED');
    await caughtUp();
    expect(await codeOf(person, '/api/news')).toBeUndefined();
  });

  test('stay confined for the time that they are given', async () => {
    const person = await stranger();
    const { contest, moderator } = await examOf([person.user]);
    await opens(person, contest);
    const held = () =>
      server.services.db
        .selectFrom('contestParticipant')
        .where('contestId', '=', contest.id)
        .where('accountId', '=', person.user.id);
    const untilMs = async () =>
      Number((await held().select('openedUntilMs').executeTakeFirstOrThrow()).openedUntilMs);
    const endMs = await untilMs();
    const live = `/api/admin/contests/${contest.id}/live`;

    expect((await moderator.post(`${live}/extend`, { minutes: 30 })).status).toBe(200);
    expect(await untilMs()).toBe(endMs + 30 * 60_000);
    const people = [{ userId: person.user.id, minutes: 15 }];
    expect((await moderator.post(`${live}/extra-time`, { people })).status).toBe(200);
    expect(await untilMs()).toBe(endMs + 45 * 60_000);
    const tomorrowMs = Date.now() + 86_400_000;
    await moderator.post(`/api/admin/contests/${contest.id}`, { startTimeMs: tomorrowMs });
    expect(await untilMs()).toBe(endMs + 45 * 60_000);
  });

  test('are not confined again by a contest that is moved, until they open it again', async () => {
    const person = await stranger();
    const { contest, moderator } = await examOf([person.user]);
    await opens(person, contest);
    const { db } = server.services;
    const hourAgoMs = Date.now() - 3_600_000;
    await db
      .updateTable('contestParticipant')
      .set({ openedUntilMs: hourAgoMs })
      .where('contestId', '=', contest.id)
      .execute();
    await moderator.post(`/api/admin/contests/${contest.id}`, { durationTimeMs: 400 * 60_000 });
    await caughtUp();
    expect(await codeOf(person, '/api/news')).toBeUndefined();
    await opens(person, contest);
    expect(await codeOf(person, '/api/news')).toBe('CONFINED');
  });

  test('are shut out of none of two such contests by opening the other one', async () => {
    const person = await stranger();
    const [first, second] = [await examOf([person.user]), await examOf([person.user])];
    await opens(person, first.contest);
    const me = (await person.get('/api/user/me')).as(OwnUser);
    expect(me.confinedTo?.map(({ id }) => id)).toEqual([first.contest.id, second.contest.id]);
    await opens(person, second.contest);
    expect(await codeOf(person, '/api/news')).toBe('CONFINED');
  });
});
