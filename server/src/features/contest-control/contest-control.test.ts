import { randomUUID } from 'node:crypto';
import {
  ContestControl,
  ControlledPeople,
  TimesChanged,
} from '@balloon/contracts/contests/contest-control.ts';
import { Contest } from '@balloon/contracts/contests.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlStates } from '#features/contest-control/control-states.ts';
import { writeOnce } from '#features/contest-control/presence.ts';
import { takeBackExpired } from '#features/judging/leases/expire-leases.ts';
import { claimNext } from '#features/queue/claim.queries.ts';
import { ROOMS } from '#realtime/rooms.ts';
import { countLockWaits } from '#testing/lock-waits.ts';
import { openEar } from '#testing/test-ear.ts';
import { startTestJudge } from '#testing/test-judge.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const MINUTE_MS = 60_000;

let server: TestServer;
let jury: Person;
let groupId: number;
beforeAll(async () => {
  server = await startTestServer();
  groupId = await server.given.group();
  jury = await server.given.supervisor({ groups: [groupId] });
});
afterAll(() => server.close());

const pathOf = ({ id }: { id: number }) => `/api/admin/contests/${id}/live`;
async function stateOf(contest: { id: number }): Promise<ContestControl> {
  controlStates(server.services).forget(contest.id);
  return (await jury.get(pathOf(contest))).as(ContestControl);
}
const codeOf = (reply: { status: number; json: { error?: { code?: unknown } | undefined } }) => [
  reply.status,
  reply.json.error?.code,
];

describe('the state of a contest', () => {
  test('counts solutions, problems, questions and people without the jury', async () => {
    const { given, services } = server;
    const contest = await given.contest({ problems: ['A', 'B'], groups: [groupId] });
    const anna = await given.participant(contest, { groups: [groupId] });
    await given.user({ groups: [groupId] }); // was invited and never came
    const judge = await startTestJudge(server.url, 'control judge');
    await anna.submit(contest, { symbolIndex: 'A' });
    await judge.result(await judge.mustClaim(), { verdict: 'accepted' });
    await anna.submit(contest, { symbolIndex: 'B' });
    await jury.submit(contest, { symbolIndex: 'B' });
    await anna.post(`/api/contest/${contest.id}/messages`, { text: 'Why?' });
    await jury.post(`/api/contest/${contest.id}/messages`, { text: 'Fire drill', isUrgent: true });
    await services.db
      .updateTable('account')
      .set({ signedInAtMs: 1 })
      .where('id', '=', anna.user.id)
      .execute();

    const state = await stateOf(contest);
    expect(state.submissions.counts.reduce((sum, count) => sum + count)).toBe(2);
    expect(state.submissions).toMatchObject({ stepMs: MINUTE_MS, total: 2 });
    expect(state.queue).toMatchObject({ waiting: 2, testing: 0, oldestSentAtMs: expect.any(Number) });
    expect(state.judges.available).toBeGreaterThan(0);
    expect(state.questions.open).toBe(1);
    expect(state.urgent).toMatchObject([{ text: 'Fire drill', read: 0, all: 1 }]);
    expect(state.people).toEqual({
      ...{ joined: 1, online: 0, invited: 2, neverSignedIn: 1, withExtraTime: 0 },
    });
    expect(state.problems).toMatchObject([
      { symbolIndex: 'A', sent: 1, waiting: 0, solved: 1, firstSolve: { user: { id: anna.user.id } } },
      { symbolIndex: 'B', sent: 1, waiting: 1, solved: 0, firstSolve: null },
    ]);
  });

  test('knows who has a page of the contest open, on whichever web processes', async () => {
    const contest = await server.given.contest();
    const anna = await server.given.participant(contest);
    await openEar(anna, contest);
    for (const processId of [randomUUID(), randomUUID()]) await writeOnce(server.services, processId);
    expect((await stateOf(contest)).people).toMatchObject({ joined: 1, online: 1, invited: null });
  });

  test('names the members of a team who are there, with their addresses', async () => {
    const { given, services } = server;
    const contest = await given.contest();
    const [admin, team] = [await given.admin(), await given.user()];
    const anna = await given.signedIn(await given.user());
    const boris = await given.signedIn(await given.user());
    await admin.linkMembers(team, 'Polar Bears', [anna, boris]);
    await given.joined(team, contest);
    await services.announcements.caughtUp();
    for (let page = 0; page < 2; page += 1) await openEar(anna, contest);
    await writeOnce(services, randomUUID());

    const { people } = (await jury.get(`${pathOf(contest)}/people`)).as(ControlledPeople);
    expect(people).toMatchObject([
      { user: { id: team.id }, isOnline: true, presentMembers: [{ user: { id: anna.user.id } }] },
    ]);
    expect(people[0]?.presentMembers[0]?.addresses).toHaveLength(1);
  });

  test('is for supervisors of the contest only, by call and by socket', async () => {
    const contest = await server.given.contest({ groups: [groupId] });
    const other = await server.given.supervisor();
    expect((await other.get(pathOf(contest))).status).toBe(404);
    const ear = await openEar(other);
    expect(await ear.asks('control.listen', { contestId: contest.id })).toMatchObject({ ok: false });
    const participant = await server.given.participant(contest, { groups: [groupId] });
    const curious = await openEar(participant);
    expect(await curious.asks('control.listen', { contestId: contest.id })).toMatchObject({ ok: false });
  });

  test('comes by itself when something happens', async () => {
    const contest = await server.given.contest({ groups: [groupId] });
    const anna = await server.given.participant(contest, { groups: [groupId] });
    const ear = await openEar(jury);
    await ear.asks('control.listen', { contestId: contest.id });
    await anna.submit(contest, {});
    const newest = () => ear.heard('contest control').at(-1);
    await expect.poll(newest).toMatchObject({ queue: { waiting: 1 } });
  });

  test('goes on for whom the contest left for a moment', async () => {
    const { services, given } = server;
    const contest = await given.contest({ groups: [groupId] });
    const ear = await openEar(jury);
    await ear.joins('control.listen', { contestId: contest.id });
    const broken = new Promise((resolve) => ear.socket.once('disconnect', resolve));
    const watching = () => services.sockets.hasMembers([ROOMS.contestControl(contest.id)]);
    const moveTo = (id: number) =>
      services.db
        .updateTable('contestGroup')
        .set({ groupId: id })
        .where('contestId', '=', contest.id)
        .execute();

    await moveTo(await given.group());
    await expect.poll(watching).toBe(false);
    expect(ear.socket.connected).toBe(true);
    await moveTo(groupId);
    // Not by the server's own word, after which clients do not come back by themselves.
    expect(await broken).not.toBe('io server disconnect');
  });
});

describe('times', () => {
  test('of a waiting contest move when it starts now, and come back by an edit', async () => {
    const contest = await server.given.contest({ startsInMin: 30 });
    const started = (await jury.post(`${pathOf(contest)}/start`)).as(TimesChanged);
    expect(started.before.startTimeMs).toBe(contest.startTimeMs);
    expect((await stateOf(contest)).contest.startTimeMs).toBeLessThan(contest.startTimeMs);
    expect(codeOf(await jury.post(`${pathOf(contest)}/start`))).toEqual([409, 'CONTEST_ALREADY_STARTED']);

    const undo = { ...started.before, basedOnRevision: started.revision };
    expect((await jury.post(`/api/admin/contests/${contest.id}`, undo)).status).toBe(200);
    expect((await stateOf(contest)).contest.startTimeMs).toBe(contest.startTimeMs);
  });

  test('of a running contest are extended once when two supervisors act at once', async () => {
    const contest = await server.given.contest({ durationMin: 300, freezeInMin: 180 });
    const { contest: seen } = await stateOf(contest);
    const body = { minutes: 10, basedOnRevision: seen.revision };
    const replies = [
      await jury.post(`${pathOf(contest)}/extend`, body),
      await jury.post(`${pathOf(contest)}/extend`, body),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 409]);
    const { contest: now } = await stateOf(contest);
    expect(now.durationTimeMs).toBe(310 * MINUTE_MS);
    expect(now.durationTimeMs - now.relativeFreezeTimeMs).toBe(
      seen.durationTimeMs - seen.relativeFreezeTimeMs,
    );
    expect(codeOf(await jury.post(`${pathOf(contest)}/extend`, { minutes: -300 }))).toEqual([
      409,
      'END_NOT_AHEAD',
    ]);
  });

  test('freeze and thaw now, which everybody in the contest is told', async () => {
    const contest = await server.given.contest();
    const anna = await server.given.participant(contest);
    const ear = await openEar(anna, contest);
    const statusOf = async () =>
      Contest.parse((await anna.get(`/api/contest/${contest.id}`)).json.contest).status;
    expect(codeOf(await jury.post(`${pathOf(contest)}/thaw`))).toEqual([409, 'RESULTS_NOT_FROZEN']);
    expect((await jury.post(`${pathOf(contest)}/freeze`)).status).toBe(200);
    expect(await statusOf()).toBe('FROZEN');
    expect(codeOf(await jury.post(`${pathOf(contest)}/freeze`))).toEqual([409, 'RESULTS_NOT_OPEN']);
    expect((await jury.post(`${pathOf(contest)}/thaw`)).status).toBe(200);
    expect(await statusOf()).toBe('RUNNING');
    await expect.poll(() => ear.heard('contest changed').length).toBeGreaterThanOrEqual(2);
  });
});

describe('a problem', () => {
  const switchOf = (contest: { id: number }, what: string, body: object) =>
    jury.post(`${pathOf(contest)}/problems/B/${what}`, body);

  test('whose judging is paused accepts solutions, which judges pass over until it goes on', async () => {
    await server.services.db.deleteFrom('judging').execute(); // leaves no work of earlier tests
    const contest = await server.given.contest({ problems: ['A', 'B'] });
    const anna = await server.given.participant(contest);
    const judge = await startTestJudge(server.url, 'pausing judge');
    const before = Number((await anna.submit(contest, { symbolIndex: 'B' })).json.id);
    const taken = await judge.mustClaim();
    expect(taken.solutionId).toBe(before);

    expect((await switchOf(contest, 'judging', { isPaused: true })).status).toBe(200);
    expect(await judge.result(taken, { verdict: 'accepted' })).toBe(false);
    const sent = await anna.submit(contest, { symbolIndex: 'B' });
    expect([sent.status, sent.json.progress?.isPaused]).toEqual([200, true]);
    const other = Number((await anna.submit(contest, { symbolIndex: 'A' })).json.id);
    const task = await judge.mustClaim();
    expect(task.solutionId).toBe(other);
    await judge.result(task, { verdict: 'accepted' });
    expect(await judge.claim()).toBeNull();
    const { queue, problems } = await stateOf(contest);
    expect(queue).toEqual({ waiting: 2, testing: 0, paused: 2, oldestSentAtMs: null });
    expect(problems[1]).toMatchObject({ symbolIndex: 'B', waiting: 2, isJudgingPaused: true });

    expect((await switchOf(contest, 'judging', { isPaused: false })).status).toBe(200);
    expect((await judge.mustClaim()).solutionId).toBe(before);
    expect((await stateOf(contest)).problems[1]).toMatchObject({ isJudgingPaused: false });
  });

  test('whose judging is paused gets no verdict of a judge that fell silent before the pause either', async () => {
    const { db } = server.services;
    await db.deleteFrom('judging').execute(); // leaves no work of earlier tests
    const contest = await server.given.contest({ problems: ['A', 'B'] });
    const anna = await server.given.participant(contest);
    await anna.submit(contest, { symbolIndex: 'B' });
    const judge = await startTestJudge(server.url, 'slow judge');
    const task = await judge.mustClaim();
    await db.updateTable('judging').set({ leasedUntilMs: 1 }).execute();
    await takeBackExpired(server.services);

    expect((await switchOf(contest, 'judging', { isPaused: true })).status).toBe(200);

    expect(await judge.progress(task, 'testing')).toBe(false);
    expect(await judge.result(task, { verdict: 'accepted' })).toBe(false);
    const { attempt } = await db.selectFrom('judging').select('attempt').executeTakeFirstOrThrow();
    expect(attempt).toBe(1); // The silence counts.
  });

  test('whose judging is paused comes back from a judge that is just being given it, too', async () => {
    const { db } = server.services;
    await db.deleteFrom('judging').execute(); // leaves no work of earlier tests
    const contest = await server.given.contest({ problems: ['A', 'B'] });
    await (await server.given.participant(contest)).submit(contest, { symbolIndex: 'B' });
    const { judgeId } = await startTestJudge(server.url, 'claiming judge');
    const claimer = { judgeId, languageKeys: Object.keys(LANGUAGES), leaseMs: MINUTE_MS } as const;
    const { promise: isClaimed, resolve: claimed } = Promise.withResolvers<unknown>();
    const { promise: isPausing, resolve: commit } = Promise.withResolvers<void>();
    const claiming = db.transaction().execute(async (tx) => {
      claimed(await claimNext(tx, { ...claimer, takes: ['solution'], takesBulk: true }));
      await isPausing;
    });
    expect(await isClaimed).toMatchObject({ attempt: 1 });

    const paused = switchOf(contest, 'judging', { isPaused: true });
    await expect.poll(() => countLockWaits(db)).toBe(1);
    commit();
    await claiming;
    expect((await paused).status).toBe(200);
    const row = await db.selectFrom('judging').select(['fence', 'attempt']).executeTakeFirstOrThrow();
    expect(row).toEqual({ fence: null, attempt: 0 });
  });

  test('that is closed takes no more solutions of participants, and keeps those sent', async () => {
    const contest = await server.given.contest({ problems: ['A', 'B'] });
    const anna = await server.given.participant(contest);
    await anna.submit(contest, { symbolIndex: 'B' });
    expect((await switchOf(contest, 'submissions', { isClosed: true })).status).toBe(200);
    expect(codeOf(await anna.submit(contest, { symbolIndex: 'B' }))).toEqual([403, 'PROBLEM_CLOSED']);
    expect((await anna.submit(contest, { symbolIndex: 'A' })).status).toBe(200);
    expect((await jury.submit(contest, { symbolIndex: 'B' })).status).toBe(200);
    const problem = await anna.get(`/api/contest/${contest.id}/problems/B`);
    expect(problem.json.isClosed).toBe(true);
    expect((await stateOf(contest)).problems[1]).toMatchObject({ sent: 1, isClosed: true });
    await switchOf(contest, 'submissions', { isClosed: false });
    expect((await anna.submit(contest, { symbolIndex: 'B' })).status).toBe(200);
  });
});

describe('people', () => {
  test('who are late and in no group are let in, and found by their names', async () => {
    const contest = await server.given.contest({ groups: [groupId], startsInMin: -400, durationMin: 300 });
    const late = await server.given.signedIn(await server.given.user({ username: 'latecomer' }));
    const enter = async () => (await late.get(`/api/contest/${contest.id}`)).status;
    const found = async () =>
      (await jury.get(`${pathOf(contest)}/people?q=latecomer`)).as(ControlledPeople).people[0];
    expect(await enter()).toBe(403);
    expect(await found()).toMatchObject({ isJoined: false, isInGroups: false, hasSignedIn: true });

    const admit = (userId: number) => jury.post(`${pathOf(contest)}/people`, { userId });
    expect((await admit(late.user.id)).status).toBe(200);
    expect((await admit(late.user.id)).status).toBe(200);
    expect(await enter()).toBe(200);
    const list = await late.get('/api/contest/all?count=200');
    expect(list.text).toContain(contest.name);
    expect(await found()).toMatchObject({ isJoined: true, solutionsNumber: 0 });
    expect((await stateOf(contest)).people.joined).toBe(1);
    expect(codeOf(await admit(jury.user.id))).toEqual([404, 'USER_NOT_FOUND']);

    const removed = await jury.send('DELETE', `/api/admin/contests/${contest.id}/users/${late.user.id}`, {});
    expect(removed.status).toBe(200);
    expect(await enter()).toBe(403);
  });

  test('of many namesakes on the site, those who take part are found first, or alone', async () => {
    const contest = await server.given.contest({ groups: [groupId] });
    const names = Array.from({ length: 31 }, (_, number) => `namesake${String(number).padStart(2, '0')}`);
    const namesakes = [];
    for (const username of names) namesakes.push(await server.given.user({ username }));
    const last = namesakes.at(-1);
    expect((await jury.post(`${pathOf(contest)}/people`, { userId: last?.id })).status).toBe(200);
    const found = async (among: string) => {
      const reply = await jury.get(`${pathOf(contest)}/people?q=namesake&among=${among}`);
      const { people, peopleNumber } = reply.as(ControlledPeople);
      return { joined: people.filter(({ isJoined }) => isJoined).map(({ user }) => user.id), peopleNumber };
    };
    expect(await found('everybody')).toEqual({ joined: [last?.id], peopleNumber: 31 });
    expect(await found('participants')).toEqual({ joined: [last?.id], peopleNumber: 1 });
    expect(await found('others')).toEqual({ joined: [], peopleNumber: 30 });
  });
});
