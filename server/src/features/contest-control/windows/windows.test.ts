import { ContestControl, ExtraTimeGiven } from '@balloon/contracts/contests/contest-control.ts';
import { ContestWindows } from '@balloon/contracts/contests/own-windows.ts';
import { ContestReply, ContestStarted } from '@balloon/contracts/contests.ts';
import { OwnTimeChanges, WindowHistory } from '@balloon/contracts/people/own-time-changes.ts';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { AuditLog } from '@balloon/contracts/site/audit.ts';
import { SubmitReply } from '@balloon/contracts/solutions/solutions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlStates } from '#features/contest-control/control-states.ts';
import { openEar } from '#testing/test-ear.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const MINUTE_MS = 60_000;

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterAll(() => server.close());

/** A contest that runs for a day around now, of which everybody has an hour. */
async function givenFloating(startsInMin = -600): Promise<GivenContest> {
  const contest = await server.given.contest({ startsInMin, durationMin: 1440, problems: ['A'] });
  const edited = await admin.post(`/api/admin/contests/${contest.id}`, { windowTimeMs: 60 * MINUTE_MS });
  expect(edited.status).toBe(200);
  await server.services.announcements.caughtUp();
  return contest;
}

const path = ({ id }: GivenContest) => `/api/admin/contests/${id}/live/windows`;
async function windowsOf(contest: GivenContest, query = ''): Promise<ContestWindows> {
  return (await admin.get(`${path(contest)}${query}`)).as(ContestWindows);
}
const start = async (person: Person, { id }: GivenContest) =>
  (await person.post(`/api/contest/${id}/start`)).as(ContestStarted).startedAtMs;
const setStart = (contest: GivenContest, { user }: Person, body: object, by = admin) =>
  by.post(`${path(contest)}/${user.id}/start`, { reason: 'power cut', ...body });
const codeOf = (reply: Awaited<ReturnType<Person['get']>>) => [reply.status, reply.json.error?.code];
const give = ({ id }: GivenContest, { user }: Person, minutes: number, reason?: string) =>
  admin.post(`/api/admin/contests/${id}/live/extra-time`, { people: [{ userId: user.id, minutes }], reason });

/** Moves the start of somebody who started to some minutes ago. */
async function startedAgo(contest: GivenContest, person: Person, minutes: number): Promise<void> {
  const readStartedAtMs = await start(person, contest);
  const startedAtMs = Date.now() - minutes * MINUTE_MS;
  expect((await setStart(contest, person, { startedAtMs, readStartedAtMs })).status).toBe(200);
  await server.services.announcements.caughtUp();
}

describe('the list of windows', () => {
  test('tells who has not started, who runs and who has ended, of participants alone', async () => {
    const { given } = server;
    const contest = await givenFloating();
    const late = await given.participant(contest);
    const early = await given.participant(contest);
    const over = await given.participant(contest);
    const waiting = await given.participant(contest);
    await admin.post(`/api/contest/${contest.id}/join`);
    await startedAgo(contest, late, 10);
    await startedAgo(contest, early, 30);
    await startedAgo(contest, over, 70);

    const { windows, counts, windowsNumber } = await windowsOf(contest);
    expect(windows.map(({ user }) => user.id)).toEqual(
      [early, late, waiting, over].map(({ user }) => user.id),
    );
    expect(windows[0]?.endTimeMs).toBe((windows[0]?.startedAtMs ?? 0) + 60 * MINUTE_MS);
    expect(windows[2]).toMatchObject({ startedAtMs: null, endTimeMs: null });
    expect(windowsNumber).toBe(4);
    expect(counts).toEqual({ waiting: 1, running: 2, ended: 1, lastStartMs: windows[1]?.startedAtMs });

    controlStates(server.services).forget(contest.id);
    const control = await admin.get(`/api/admin/contests/${contest.id}/live`);
    expect(control.as(ContestControl).windows).toEqual(counts);
  });

  test('is filtered by state and searched by name', async () => {
    const contest = await givenFloating();
    const [anna, boris] = [await server.given.participant(contest), await server.given.participant(contest)];
    await start(anna, contest);
    const idsOf = async (query: string) =>
      (await windowsOf(contest, query)).windows.map(({ user }) => user.id);
    expect(await idsOf('?state=running')).toEqual([anna.user.id]);
    expect(await idsOf('?state=waiting')).toEqual([boris.user.id]);
    expect(await idsOf('?state=ended')).toEqual([]);
    expect(await idsOf(`?q=${boris.user.username}`)).toEqual([boris.user.id]);
    expect(await idsOf('?page=2')).toEqual([]);
    expect((await admin.get(`${path(contest)}?state=flying`)).status).toBe(400);
  });

  test('is for supervisors of the contest', async () => {
    const groupId = await server.given.group();
    const contest = await server.given.contest({ groups: [groupId] });
    const others = await server.given.supervisor({ groups: [await server.given.group()] });
    expect(codeOf(await others.get(path(contest)))).toEqual([404, 'CONTEST_NOT_FOUND']);
    const anna = await server.given.participant(contest, { groups: [groupId] });
    expect((await anna.get(path(contest))).status).toBe(403);
    const taken = { startedAtMs: null, readStartedAtMs: null };
    expect((await setStart(contest, anna, taken, anna)).status).toBe(403);
    expect(codeOf(await setStart(contest, anna, taken, others))).toEqual([404, 'CONTEST_NOT_FOUND']);
  });
});

describe('a start that a supervisor takes back', () => {
  test('freezes no results again that everybody has seen', async () => {
    const { given, services } = server;
    const contest = await givenFloating();
    const anna = await given.participant(contest);
    await startedAgo(contest, anna, 500);
    expect((await give(contest, anna, 60, 'broken keyboard')).status).toBe(200);
    // The period ended half an hour ago, and anna's window with it long before.
    const { db, announcements } = services;
    await db
      .updateTable('contest')
      .set({ durationTimeMs: 570 * MINUTE_MS, relativeFreezeTimeMs: 570 * MINUTE_MS })
      .where('id', '=', contest.id)
      .execute();
    await announcements.caughtUp();
    const { windows } = await windowsOf(contest);
    const readStartedAtMs = windows[0]?.startedAtMs ?? null;
    const takenBack = await setStart(contest, anna, { startedAtMs: null, readStartedAtMs });
    expect(codeOf(takenBack)).toEqual([409, 'EXTRA_TIME_TOO_LATE']);
    expect((await windowsOf(contest)).windows[0]?.startedAtMs).toBe(readStartedAtMs);
  });

  test('closes the contest to the participant at once, and what they sent counts no more', async () => {
    const { given, services } = server;
    const contest = await givenFloating();
    const [anna, boris] = [await given.participant(contest), await given.participant(contest)];
    await start(boris, contest);
    const startedAtMs = await start(anna, contest);
    await services.announcements.caughtUp();
    await given.logged(contest, {
      ...{
        type: 'solution',
        solutionId: 900_001,
        userId: anna.user.id,
        problemId: contest.problemIds[0] ?? 0,
      },
      ...{ sentAtMs: startedAtMs + 1, verdictId: 1 },
    });
    const table = async () =>
      (await admin.get(`/api/contest/${contest.id}/table2?count=50`)).as(ScoreboardPage);
    expect((await table()).rows[0]).toMatchObject({ user: { id: anna.user.id }, acceptedSolutions: 1 });
    const ear = await openEar(anna, contest);
    await ear.joins('table.watch', { contestId: contest.id, count: 50 });
    await ear.hears('table rows');

    const taken = { startedAtMs: null, readStartedAtMs: startedAtMs };
    expect(codeOf(await setStart(contest, anna, { ...taken, reason: ' ' }))).toEqual([400, 'INVALID_INPUT']);
    expect((await setStart(contest, anna, taken)).status).toBe(200);
    await ear.hears('contest changed', ({ isOwn }) => isOwn === true);
    const told = ear.heard('table rows').length;

    const { contest: view } = (await anna.get(`/api/contest/${contest.id}`)).as(ContestReply);
    expect(view).toMatchObject({ status: 'WAITING', ownStartedAtMs: null });
    expect(codeOf(await anna.get(`/api/contest/${contest.id}/problems`))).toEqual([
      403,
      'CONTEST_NOT_STARTED',
    ]);
    const rows = (await table()).rows.map(({ user, acceptedSolutions }) => [user.id, acceptedSolutions]);
    expect(rows).toContainEqual([boris.user.id, 0]);
    expect(rows).not.toContainEqual([anna.user.id, 1]);
    await given.logged(contest, {
      ...{
        type: 'solution',
        solutionId: 900_002,
        userId: boris.user.id,
        problemId: contest.problemIds[0] ?? 0,
      },
      ...{ sentAtMs: Date.now(), verdictId: 1 },
    });
    await services.announcements.caughtUp();
    const watching = await openEar(boris, contest);
    await watching.joins('table.watch', { contestId: contest.id, count: 50 });
    await watching.hears('table own row', ({ ownRow }) => ownRow?.acceptedSolutions === 1);
    await ear.catchesUp();
    expect(ear.heard('table rows').length).toBe(told);

    const again = await start(anna, contest);
    expect(again).toBeGreaterThan(startedAtMs);
    const entries = (await admin.get('/api/admin/audit?action=contest.ownStart')).as(AuditLog).entries;
    expect(entries[0]).toMatchObject({
      ...{ contestId: contest.id, before: { startedAtMs } },
      after: { username: anna.user.username, startedAtMs: null, reason: 'power cut' },
    });
  });

  test('comes back as it was, unless the participant has started anew', async () => {
    const contest = await givenFloating();
    const anna = await server.given.participant(contest);
    const startedAtMs = await start(anna, contest);
    const stale = { startedAtMs: null, readStartedAtMs: startedAtMs - 1 };
    expect(codeOf(await setStart(contest, anna, stale))).toEqual([409, 'START_CHANGED']);
    expect((await setStart(contest, anna, { startedAtMs: null, readStartedAtMs: startedAtMs })).status).toBe(
      200,
    );
    const back = { startedAtMs, readStartedAtMs: null };
    expect((await setStart(contest, anna, back)).status).toBe(200);
    expect((await windowsOf(contest)).windows[0]).toMatchObject({ startedAtMs });
    expect(codeOf(await setStart(contest, anna, back))).toEqual([409, 'START_CHANGED']);
  });

  test('is set to nothing that lies ahead or outside of the period, and to nobody who takes no part', async () => {
    const contest = await givenFloating();
    const anna = await server.given.participant(contest);
    for (const startedAtMs of [Date.now() + MINUTE_MS, contest.startTimeMs - 1]) {
      const refused = await setStart(contest, anna, { startedAtMs, readStartedAtMs: null });
      expect([refused.status, refused.json.error?.issues?.[0]?.field]).toEqual([400, 'startedAtMs']);
    }
    const stranger = await server.given.signedIn(await server.given.user());
    const body = { startedAtMs: Date.now() - MINUTE_MS, readStartedAtMs: null };
    expect(codeOf(await setStart(contest, stranger, body))).toEqual([404, 'PARTICIPANT_NOT_FOUND']);
    const usual = await server.given.contest();
    const boris = await server.given.participant(usual);
    expect(codeOf(await setStart(usual, boris, body))).toEqual([409, 'CONTEST_NOT_FLOATING']);
  });
});

test('extra time of one window needs a reason, which stands in the log, and their end moves at once', async () => {
  const contest = await givenFloating();
  const anna = await server.given.participant(contest);
  const startedAtMs = await start(anna, contest);
  const ear = await openEar(anna, contest);
  const refused = await give(contest, anna, 10);
  expect([refused.status, refused.json.error?.issues?.[0]?.field]).toEqual([400, 'reason']);
  const given = (await give(contest, anna, 10, 'fire drill')).as(ExtraTimeGiven);
  expect(given.before).toEqual([{ userId: anna.user.id, minutes: 0 }]);
  await ear.hears('contest changed', ({ isOwn }) => isOwn === true);
  expect((await windowsOf(contest)).windows[0]).toMatchObject({
    ...{ endTimeMs: startedAtMs + 70 * MINUTE_MS, extraTimeMs: 10 * MINUTE_MS },
  });
  const { entries } = (await admin.get('/api/admin/audit?action=contest.extraTime')).as(AuditLog);
  expect(entries[0]?.after).toMatchObject({ reason: 'fire drill' });
});

test('the history of a window tells who changed it, when and why, and the participant only what', async () => {
  const contest = await givenFloating();
  const anna = await server.given.participant(contest);
  const startedAtMs = await start(anna, contest);
  expect((await windowsOf(contest)).windows[0]?.changesNumber).toBe(0);
  expect((await give(contest, anna, 10, 'fire drill')).status).toBe(200);
  const taken = { startedAtMs: null, readStartedAtMs: startedAtMs };
  expect((await setStart(contest, anna, taken)).status).toBe(200);

  expect((await windowsOf(contest)).windows[0]?.changesNumber).toBe(2);
  const { changes } = (await admin.get(`${path(contest)}/${anna.user.id}/changes`)).as(WindowHistory);
  const extraTimeMs = 10 * MINUTE_MS;
  expect(changes).toMatchObject([
    {
      ...{ isOwn: false, actor: { id: admin.user.id }, reason: 'power cut', oldStartedAtMs: startedAtMs },
      ...{ startedAtMs: null, extraTimeMs },
    },
    {
      ...{ isOwn: false, actor: { id: admin.user.id }, reason: 'fire drill', oldExtraTimeMs: 0, extraTimeMs },
      startedAtMs,
    },
    { isOwn: true, actor: { id: anna.user.id }, reason: '', oldStartedAtMs: null, startedAtMs },
  ]);
  const own = await anna.get(`/api/contest/${contest.id}/own-time`);
  expect(own.as(OwnTimeChanges).changes.map(({ isOwn }) => isOwn)).toEqual([true, false, false]);
  expect(own.text).not.toMatch(/fire drill|actor/);
  const stranger = await server.given.user();
  const nobody = await admin.get(`${path(contest)}/${stranger.id}/changes`);
  expect(codeOf(nobody)).toEqual([404, 'PARTICIPANT_NOT_FOUND']);
  expect((await anna.get(`${path(contest)}/${anna.user.id}/changes`)).status).toBe(403);
});

test('extra time within the period does not put off the results, that behind its end does', async () => {
  const contest = await givenFloating(-1400); // ends in 40 minutes
  const [anna, boris] = [await server.given.participant(contest), await server.given.participant(contest)];
  const lastEnd = async () =>
    (await admin.get(`/api/contest/${contest.id}`)).as(ContestReply).contest.extraTimeMs;
  await startedAgo(contest, anna, 120);
  expect((await give(contest, anna, 65, 'fire drill')).status).toBe(200);
  expect(await lastEnd()).toBe(0);
  expect((await give(contest, boris, 10, 'fire drill')).status).toBe(200);
  expect(await lastEnd()).toBe(10 * MINUTE_MS); // may start in the last minute
  const boundary = { startedAtMs: contest.startTimeMs + 1375 * MINUTE_MS, readStartedAtMs: null };
  expect((await setStart(contest, boris, boundary)).status).toBe(200);
  expect(await lastEnd()).toBe(5 * MINUTE_MS); // their window ends five minutes before the period
  const later = await admin.post(`/api/admin/contests/${contest.id}/live/extend`, { minutes: 10 });
  expect(later.status).toBe(200);
  expect(await lastEnd()).toBe(0);
});

test('the control screen has the first solves of everybody’s own clock', async () => {
  const contest = await givenFloating();
  const [anna, boris] = [await server.given.participant(contest), await server.given.participant(contest)];
  await startedAgo(contest, anna, 50);
  await startedAgo(contest, boris, 5);
  for (const person of [anna, boris]) {
    const sent = (await person.submit(contest, { symbolIndex: 'A' })).as(SubmitReply);
    await server.services.db
      .updateTable('solution')
      .set({ verdictId: 1 })
      .where('id', '=', sent.id)
      .execute();
  }
  controlStates(server.services).forget(contest.id);
  const control = (await admin.get(`/api/admin/contests/${contest.id}/live`)).as(ContestControl);
  const { firstSolve } = control.problems[0] ?? {};
  expect(firstSolve?.user.id).toBe(boris.user.id);
  expect(Math.floor((firstSolve?.afterMs ?? 0) / MINUTE_MS)).toBe(5);
});
