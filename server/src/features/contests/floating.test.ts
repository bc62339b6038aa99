import { VirtualStanding } from '@balloon/contracts/contests/virtual.ts';
import { type Contest, ContestReply, ContestStarted } from '@balloon/contracts/contests.ts';
import { PublicTable } from '@balloon/contracts/scoreboard/public-table.ts';
import { OlderScoreboard, ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { SolutionList, SubmitReply } from '@balloon/contracts/solutions/solutions.ts';
import { MessageList } from '@balloon/contracts/talk/messages.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUPPORT_ID } from '#features/users/reserved-ids.ts';
import { openEar } from '#testing/test-ear.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const MINUTE_MS = 60_000;
const SECRET = 'Zebra crossing';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterAll(() => server.close());

const edit = ({ id }: GivenContest, settings: object) => admin.post(`/api/admin/contests/${id}`, settings);

/** A contest that runs for a day around now, of which everybody has an hour; its problem has a telling name. */
async function givenFloating(settings: object = {}, startsInMin = -600): Promise<GivenContest> {
  const contest = await server.given.contest({ startsInMin, durationMin: 1440, problems: ['A'] });
  const [problemId = 0] = contest.problemIds;
  await server.services.db
    .updateTable('problem')
    .set({ title: SECRET })
    .where('id', '=', problemId)
    .execute();
  expect((await edit(contest, { windowTimeMs: 60 * MINUTE_MS, ...settings })).status).toBe(200);
  await server.services.announcements.caughtUp();
  return contest;
}

const viewOf = async (person: Person, { id }: GivenContest): Promise<Contest> =>
  (await person.get(`/api/contest/${id}`)).as(ContestReply).contest;
const start = (person: Person, { id }: GivenContest) => person.post(`/api/contest/${id}/start`);
const codeOf = async (reply: ReturnType<Person['get']>) => (await reply).json.error?.code;
const problems = (person: Person, { id }: GivenContest) => codeOf(person.get(`/api/contest/${id}/problems`));
const table = (person: Person, { id }: GivenContest) => person.get(`/api/contest/${id}/table2?count=50`);

/** Makes somebody have started some minutes ago. */
async function startedAgo(person: Person, { id }: GivenContest, minutes: number): Promise<void> {
  const { db, announcements } = server.services;
  const startedAtMs = Date.now() - minutes * MINUTE_MS;
  await db
    .updateTable('contestParticipant')
    .set({ startedAtMs })
    .where('contestId', '=', id)
    .where('accountId', '=', person.user.id)
    .execute();
  await announcements.caughtUp();
}

describe('a participant of a floating contest', () => {
  test('starts it once, joining it, and has a window of their own from then on', async () => {
    const contest = await givenFloating();
    const anna = await server.given.signedIn(await server.given.user());
    expect((await anna.get(`/api/contest/${contest.id}/canJoin`)).json).toMatchObject({ can: true });
    const started = (await start(anna, contest)).as(ContestStarted);
    expect(started.endTimeMs - started.startedAtMs).toBe(60 * MINUTE_MS);
    expect((await start(anna, contest)).as(ContestStarted)).toEqual({ ...started, previouslyStarted: true });
    await server.services.announcements.caughtUp();

    expect(await viewOf(anna, contest)).toMatchObject({
      ...{ joined: true, ownStartedAtMs: started.startedAtMs, startTimeMs: started.startedAtMs },
      ...{ durationTimeMs: 60 * MINUTE_MS, windowTimeMs: 60 * MINUTE_MS },
    });
    expect(await problems(anna, contest)).toBeUndefined();
  });

  test('sees nothing of the problems, the table and messages about problems before, whatever they ask', async () => {
    const contest = await givenFloating();
    const [anna, other] = [await server.given.participant(contest), await server.given.participant(contest)];
    expect((await start(other, contest)).status).toBe(200);
    const path = `/api/contest/${contest.id}/messages`;
    const message = async (text: string, more: object = {}) =>
      expect((await admin.post(path, { text, ...more })).status).toBe(200);
    await message('to everybody');
    await message('the zebra is striped', { symbolIndex: 'A' });
    await server.services.announcements.caughtUp();

    const routes = server.routes.filter(({ method, allow }) => method === 'GET' && allow === 'user');
    const [problemId = 0] = contest.problemIds;
    for (const { url } of routes) {
      const address = url
        .replace(':contestId', String(contest.id))
        .replace(':problemId', String(problemId))
        .replace(/:symbol\w*|:index/, 'A')
        .replace(/:\w+|\*/g, '1');
      const told = JSON.stringify((await anna.get(address)).json ?? '').toLowerCase();
      expect([url, told.includes('zebra')]).toEqual([url, false]);
    }
    expect([await problems(anna, contest), await codeOf(table(anna, contest))]).toEqual([
      'CONTEST_NOT_STARTED',
      'CONTEST_NOT_STARTED',
    ]);
    const heard = async (person: Person) => JSON.stringify((await person.get(path)).json);
    expect([await heard(anna), await heard(other)].map((text) => text.includes('to everybody'))).toEqual([
      true,
      true,
    ]);
    expect(await heard(other)).toContain('zebra');
    expect(await problems(other, contest)).toBeUndefined();
    expect((await table(other, contest)).as(ScoreboardPage).rows.length).toBeGreaterThan(0);
  });

  test('hears nothing of problems, table and solutions of others before, over the live connection', async () => {
    const contest = await givenFloating();
    const [anna, other] = [await server.given.participant(contest), await server.given.participant(contest)];
    const ear = await openEar(anna, contest);
    const watching = { contestId: contest.id, count: 50 };
    expect(await ear.asks('table.watch', watching)).toMatchObject({ ok: false, code: 'CONTEST_NOT_STARTED' });
    expect((await start(other, contest)).status).toBe(200);
    await server.services.announcements.caughtUp();
    expect((await other.submit(contest, { symbolIndex: 'A' })).status).toBe(200);
    await server.given.attempted(contest, other, 601, 'accepted');
    const path = `/api/contest/${contest.id}/messages`;
    await admin.post(path, { text: 'the zebra is striped', symbolIndex: 'A' });
    await admin.post(path, { text: 'to everybody' });
    await ear.hears('new message', ({ message }) => message.text === 'to everybody');
    await ear.catchesUp();
    expect(ear.heard('new message').map(({ message }) => message.text)).toEqual(['to everybody']);
    expect([ear.heard('table rows'), ear.heard('table own row'), ear.heardOfSolutions()]).toEqual([
      [],
      [],
      [],
    ]);
    expect(ear.heard('contest messages changed').length).toBeGreaterThan(0); // read anew, without what is not for them

    expect((await start(anna, contest)).status).toBe(200);
    await ear.hears('contest changed', ({ isOwn }) => isOwn === true);
    await server.services.announcements.caughtUp();
    await ear.joins('table.watch', watching);
    await ear.hears('table rows');
  });

  test('sends within the window only, by the clock of the server', async () => {
    const contest = await givenFloating();
    const anna = await server.given.participant(contest);
    const send = async () => {
      const { rows } = await server.services.pool.query<{ refusal: string | null; status: string }>(
        `select refusal, status from accept_solutions($1, $2, 100)`,
        [
          contest.id,
          JSON.stringify([
            {
              ...{ account_id: anna.user.id, access_mask: anna.user.accessMask, group_ids: [] },
              ...{ problem_id: contest.problemIds[0], position: 0, language_id: 1, source: 'x' },
              ...{
                source_sha256: '0'.repeat(64),
                system_type: 'none',
                language_key: 'none',
                waiting_key: 'none',
              },
            },
          ]),
        ],
      );
      return [rows[0]?.status, rows[0]?.refusal];
    };
    expect(await send()).toEqual(['WAITING', 'CONTEST_NOT_RUNNING']);
    await startedAgo(anna, contest, 61);
    expect(await send()).toEqual(['FINISHED', 'CONTEST_NOT_RUNNING']);
    expect((await viewOf(anna, contest)).status).toBe('FINISHED');
    const give = { people: [{ userId: anna.user.id, minutes: 10 }], reason: 'power cut' };
    expect((await admin.post(`/api/admin/contests/${contest.id}/live/extra-time`, give)).status).toBe(200);
    await server.services.announcements.caughtUp();
    expect((await viewOf(anna, contest)).status).toBe('RUNNING');
  });

  test('has time since the own start in receipts and lists of submissions, as in the table', async () => {
    const contest = await givenFloating();
    const anna = await server.given.signedIn(await server.given.user());
    const { startedAtMs } = (await start(anna, contest)).as(ContestStarted);
    await server.services.announcements.caughtUp();
    const receipt = (await anna.submit(contest, { symbolIndex: 'A' })).as(SubmitReply);
    const list = (await anna.get(`/api/contest/${contest.id}/solutions/my`)).as(SolutionList);
    const all = (await admin.get(`/api/contest/${contest.id}/solutions/all`)).as(SolutionList);
    const starts = [receipt, list.solutions[0], all.solutions[0]].map(
      (solution) => solution?.contest.startTimeMs,
    );
    expect(starts).toEqual([startedAtMs, startedAtMs, startedAtMs]);
    const own = (await admin.submit(contest, { symbolIndex: 'A' })).as(SubmitReply);
    expect(own.contest.startTimeMs).toBe(contest.startTimeMs);
  });

  test('has less time near the end of the period, and cannot start before or after it', async () => {
    const ending = await givenFloating({}, -1410);
    const anna = await server.given.signedIn(await server.given.user());
    const { endTimeMs } = (await start(anna, ending)).as(ContestStarted);
    expect(endTimeMs).toBe(ending.startTimeMs + 1440 * MINUTE_MS);
    for (const startsInMin of [10, -1500]) {
      const contest = await givenFloating({}, startsInMin);
      expect(await codeOf(start(anna, contest))).toBe('CONTEST_NOT_IN_TIME');
    }
  });

  test('is scored by their own clock, and others by theirs', async () => {
    const contest = await givenFloating();
    const [anna, boris] = [await server.given.participant(contest), await server.given.participant(contest)];
    const [problemId = 0] = contest.problemIds;
    for (const [person, startMin, afterMin] of [
      [anna, 60, 30],
      [boris, 400, 20],
    ] as const) {
      const startedAtMs = contest.startTimeMs + startMin * MINUTE_MS;
      const userId = person.user.id;
      await server.given.logged(
        contest,
        { type: 'started', userId, startedAtMs },
        {
          ...{ type: 'solution', solutionId: userId, userId, problemId, verdictId: 1 },
          sentAtMs: startedAtMs + afterMin * MINUTE_MS,
        },
      );
    }
    const { rows } = (await table(admin, contest)).as(ScoreboardPage);
    expect(rows.map(({ user, penalty }) => [user.id, penalty])).toEqual([
      [boris.user.id, 20],
      [anna.user.id, 30],
    ]);
    expect(rows[0]?.cells[0]).toMatchObject({ isFirstSolve: true, acceptedAfterMs: 20 * MINUTE_MS });
  });
});

describe('organisers', () => {
  test('cannot give a window longer than the contest', async () => {
    const contest = await givenFloating();
    const refused = await edit(contest, { windowTimeMs: 1441 * MINUTE_MS });
    expect([refused.status, refused.json.error?.issues?.[0]?.field]).toEqual([400, 'windowTimeMs']);
  });

  test('may change the form of a contest that was cut short below its windows', async () => {
    const contest = await givenFloating();
    const length = (await viewOf(admin, contest)).durationTimeMs;
    const { db } = server.services;
    await db
      .updateTable('contest')
      .set({ windowTimeMs: length + MINUTE_MS })
      .where('id', '=', contest.id)
      .execute();
    const edited = await edit(contest, { name: 'Cut short', windowTimeMs: length + MINUTE_MS });
    expect([edited.status, edited.text]).toEqual([200, expect.stringContaining('Cut short')]);
  });

  test('have the whole period, and start nothing', async () => {
    const contest = await givenFloating();
    expect(await viewOf(admin, contest)).toMatchObject({
      status: 'RUNNING',
      durationTimeMs: 1440 * MINUTE_MS,
    });
    expect(await codeOf(start(admin, contest))).toBe('CONTEST_NOT_FLOATING');
    const usual = await server.given.contest();
    expect(await codeOf(start(await server.given.participant(usual), usual))).toBe('CONTEST_NOT_FLOATING');
  });
});

test('files of the results and the public table tell times of own clocks', async () => {
  const contest = await givenFloating({ hasPublicTable: true }, -1500);
  const anna = await server.given.participant(contest);
  const [userId, startedAtMs] = [anna.user.id, contest.startTimeMs + 400 * MINUTE_MS];
  await server.given.logged(
    contest,
    { type: 'started', userId, startedAtMs },
    {
      ...{
        type: 'solution',
        solutionId: userId,
        userId,
        problemId: contest.problemIds[0] ?? 0,
        verdictId: 1,
      },
      sentAtMs: startedAtMs + 20 * MINUTE_MS,
    },
  );
  await server.services.announcements.caughtUp();
  const file = (name: string) => admin.get(`/api/contest/${contest.id}/results/${name}`);
  expect((await file('scoreboard.json')).json).toMatchObject({
    contest_time: '1:00:00.000',
    rows: [{ score: { total_time: 20, time: 20 }, problems: [{ time: 20, first_to_solve: true }] }],
  });
  expect((await file('results.csv')).text).toMatch(/;1;20;20;0;20\s*$/);
  const shown = (await server.given.anonymous().get(`/api/public/contest/${contest.id}/table`)).as(
    PublicTable,
  );
  expect(shown.rows[0]?.cells[0]?.solvedAfterMs).toBe(20 * MINUTE_MS);
  const older = (await admin.get(`/api/contest/${contest.id}/table`)).as(OlderScoreboard);
  expect(older.rows[0]?.row[0]?.time).toBe('00:20');
});

test('a floating contest that is over is taken part in virtually for one window', async () => {
  const contest = await givenFloating({}, -1500);
  const anna = await server.given.signedIn(await server.given.user());
  const standing = (await anna.get(`/api/contest/${contest.id}/virtual`)).as(VirtualStanding);
  expect(standing).toMatchObject({ isAllowed: true, durationTimeMs: 60 * MINUTE_MS });
});

test('supervisors see messages by the clock of who asked, and others by their own', async () => {
  const contest = await givenFloating();
  const [anna, boris] = [await server.given.participant(contest), await server.given.participant(contest)];
  const path = `/api/contest/${contest.id}/messages`;
  await startedAgo(anna, contest, 10);
  for (const person of [anna, boris]) expect((await person.post(path, { text: 'why' })).status).toBe(200);
  const listed = async (reader: Person) => {
    const { read, unread } = (await reader.get(path)).as(MessageList);
    return new Map([...read, ...unread].map((one) => [one.author.id, one.message]));
  };
  const question = (await listed(admin)).get(anna.user.id);
  const answer = { text: 'so', questionId: question?.id, asAdmin: true };
  expect((await admin.post(path, answer)).status).toBe(200);

  const seen = await listed(admin);
  const { postAtMs = 0, clockStartMs } = question ?? {};
  expect(Math.floor((postAtMs - (clockStartMs ?? 0)) / MINUTE_MS)).toBe(10);
  expect(seen.get(boris.user.id)?.clockStartMs).toBeNull();
  expect(seen.get(SUPPORT_ID)).toMatchObject({ text: 'so', clockStartMs });
  expect([...(await listed(anna)).values()].map(({ clockStartMs }) => clockStartMs)).toEqual([null, null]);
});
