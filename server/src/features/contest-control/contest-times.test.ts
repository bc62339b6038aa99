import {
  ControlledPeople,
  ExtraTimeGiven,
  IntervalPreview,
} from '@balloon/contracts/contests/contest-control.ts';
import { Contest } from '@balloon/contracts/contests.ts';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { SolutionList } from '@balloon/contracts/solutions/solutions.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appendContestEvent } from '#features/contests/contest-log.ts';
import { openEar } from '#testing/test-ear.ts';
import type { GivenContest } from '#testing/test-given.ts';
import { startTestJudge } from '#testing/test-judge.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

/* Extra time and removed intervals, as everybody in the contest sees them. */

const MINUTE_MS = 60_000;

let server: TestServer;
let jury: Person;
let judge: Awaited<ReturnType<typeof startTestJudge>>;
beforeAll(async () => {
  server = await startTestServer();
  jury = await server.given.supervisor();
  judge = await startTestJudge(server.url, 'times judge');
});
afterAll(() => server.close());

const pathOf = ({ id }: { id: number }) => `/api/admin/contests/${id}/live`;
const codeOf = (reply: { status: number; json: { error?: { code?: unknown } | undefined } }) => [
  reply.status,
  reply.json.error?.code,
];

const contestOf = async (person: Person, { id }: { id: number }) =>
  Contest.parse((await person.get(`/api/contest/${id}`)).json.contest);

const tableOf = async (person: Person, { id }: { id: number }, query = '') =>
  (await person.get(`/api/contest/${id}/table2?count=50${query}`)).as(ScoreboardPage);

const give = (contest: { id: number }, { user }: Person, minutes: number, more: object = {}) =>
  jury.post(`${pathOf(contest)}/extra-time`, { people: [{ userId: user.id, minutes }], ...more });

async function solves(person: Person, contest: GivenContest, symbolIndex = 'A') {
  const sent = await person.submit(contest, { symbolIndex });
  expect(sent.status).toBe(200);
  await judge.result(await judge.mustClaim(), { verdict: 'accepted' });
  return Number(sent.json.id);
}

describe('extra time', () => {
  let contest: GivenContest;
  let anna: Person;
  let boris: Person;
  /** Ended a minute ago, frozen before, without a practice; anna has ten minutes more. */
  beforeEach(async () => {
    const options = { startsInMin: -301, durationMin: 300, freezeInMin: -61, problems: ['A', 'B'] };
    contest = await server.given.contest(options);
    [anna, boris] = [await earlyBird(), await earlyBird()];
    const lasting = (minutes: number) =>
      server.services.db
        .updateTable('contest')
        .set({ durationTimeMs: minutes * MINUTE_MS })
        .where('id', '=', contest.id)
        .execute();
    await lasting(302);
    expect((await give(contest, anna, 10)).status).toBe(200);
    await lasting(300);
  });

  /** A participant who joined at the start. */
  async function earlyBird(): Promise<Person> {
    const person = await server.given.participant(contest);
    const event = { type: 'joined', userId: person.user.id, joinedAtMs: contest.startTimeMs } as const;
    await server.services.db
      .transaction()
      .execute((tx) => appendContestEvent(tx, contest.id, event, contest.startTimeMs));
    return person;
  }

  test('lets its owner go on in the contest that is over for the others', async () => {
    expect(await contestOf(anna, contest)).toMatchObject({
      status: 'FROZEN',
      absoluteDurationTimeMs: contest.startTimeMs + 310 * MINUTE_MS,
      ...{ ownExtraTimeMs: 10 * MINUTE_MS, extraTimeMs: 0 },
    });
    expect(await contestOf(boris, contest)).toMatchObject({
      status: 'FINISHED',
      absoluteDurationTimeMs: contest.startTimeMs + 300 * MINUTE_MS,
      ...{ ownExtraTimeMs: 0, extraTimeMs: 10 * MINUTE_MS },
    });
    expect(codeOf(await boris.submit(contest, {}))).toEqual([403, 'CONTEST_NOT_RUNNING']);
    await solves(anna, contest);
    const { rows } = await tableOf(jury, contest, '&scope=contest');
    expect(rows).toMatchObject([
      {
        ...{ user: { id: anna.user.id }, acceptedSolutionsInTime: 1, extraTimeMs: 10 * MINUTE_MS },
        cells: [{ penalty: 301, inPractice: false }, {}],
      },
      { user: { id: boris.user.id }, acceptedSolutions: 0 },
    ]);
    const started = async (person: Person) =>
      (await person.get('/api/contest/all?category=showOnlyStarted&count=200')).text.includes(contest.name);
    expect([await started(anna), await started(boris)]).toEqual([true, false]);
  });

  test('keeps freeze and sources closed for the others until it is over', async () => {
    const { db } = server.services;
    const shared = { sourcesAfterEnd: 'participants' } as const;
    await db.updateTable('contest').set(shared).where('id', '=', contest.id).execute();
    const id = await solves(anna, contest);
    const hidden = await tableOf(boris, contest);
    expect(hidden.isFrozen).toBe(true);
    expect(hidden.rows.map(({ acceptedSolutions }) => acceptedSolutions)).toEqual([0, 0]);
    expect(hidden.rows.every(({ extraTimeMs }) => extraTimeMs === undefined)).toBe(true);
    const source = async () => (await boris.get(`/api/contest/${contest.id}/solutions/${id}/source`)).status;
    expect(await source()).not.toBe(200);

    // Taken back, nobody goes on: the contest is over for everybody, and what was sent came after the end.
    const { before } = (await give(contest, anna, 0)).as(ExtraTimeGiven);
    expect(before).toEqual([{ userId: anna.user.id, minutes: 10 }]);
    expect(await tableOf(boris, contest)).toMatchObject({ isFrozen: false });
    expect((await tableOf(boris, contest, '&scope=contest')).rows[0]?.acceptedSolutions).toBe(0);
    expect(codeOf(await anna.submit(contest, {}))).toEqual([403, 'CONTEST_NOT_RUNNING']);
    expect(codeOf(await give(contest, anna, 10))).toEqual([409, 'EXTRA_TIME_TOO_LATE']);
  });

  test('goes with its owner who is removed', async () => {
    await jury.send('DELETE', `/api/admin/contests/${contest.id}/users/${anna.user.id}`, {});
    expect(await contestOf(boris, contest)).toMatchObject({ extraTimeMs: 0 });
    expect((await tableOf(boris, contest)).isFrozen).toBe(false);
  });
});

describe('giving extra time', () => {
  test('reaches its owner live, and who has it is listed', async () => {
    const contest = await server.given.contest();
    const anna = await server.given.participant(contest);
    const ear = await openEar(anna, contest);
    expect((await give(contest, anna, 10)).status).toBe(200);
    await expect.poll(() => ear.heard('contest changed').length).toBeGreaterThan(0);
    const listed = async (query: string) =>
      (await jury.get(`${pathOf(contest)}/people?${query}`)).as(ControlledPeople).people;
    await server.given.participant(contest);
    expect(await listed('extraTime=given')).toMatchObject([
      { user: { id: anna.user.id }, extraTimeMs: 10 * MINUTE_MS },
    ]);
    expect(await listed('')).toHaveLength(2);
  });

  test('is refused for strangers, for less than nothing, and to the second of two supervisors', async () => {
    const contest = await server.given.contest();
    const anna = await server.given.participant(contest);
    const stranger = await server.given.signedIn(await server.given.user());
    expect(codeOf(await give(contest, stranger, 10))).toEqual([404, 'PARTICIPANT_NOT_FOUND']);
    expect((await give(contest, anna, -5)).status).toBe(400);
    const seen = { basedOnRevision: 1 };
    const replies = [await give(contest, anna, 10, seen), await give(contest, anna, 15, seen)];
    expect(replies.map(({ status }) => status)).toEqual([200, 409]);
  });
});

describe('a removed interval', () => {
  const interval = (contest: GivenContest, fromMin: number, toMin: number) => ({
    fromMs: contest.startTimeMs + fromMin * MINUTE_MS,
    toMs: contest.startTimeMs + toMin * MINUTE_MS,
  });

  test('is previewed, cut out for everybody and put back', async () => {
    const contest = await server.given.contest({ startsInMin: -60, durationMin: 300 });
    const anna = await server.given.participant(contest);
    const ear = await openEar(anna, contest);
    await solves(anna, contest);
    const [pause, outage] = [interval(contest, 10, 30), interval(contest, 58, 65)];
    const preview = async (asked: object) =>
      (await jury.post(`${pathOf(contest)}/removed-intervals/preview`, asked)).as(IntervalPreview);
    expect(await preview(pause)).toMatchObject({
      ...{ solutions: 0, participants: 0, rows: { moved: 1, total: 1 } },
      endBeforeMs: contest.startTimeMs + 300 * MINUTE_MS,
      endAfterMs: contest.startTimeMs + 320 * MINUTE_MS,
    });
    expect(await preview(outage)).toMatchObject({ solutions: 1, participants: 1, rows: { moved: 1 } });
    const row = async () => (await tableOf(anna, contest)).rows[0];
    expect(await row()).toMatchObject({ acceptedSolutions: 1, penalty: 60 });

    expect((await jury.post(`${pathOf(contest)}/removed-intervals`, pause)).status).toBe(200);
    const accepted = { acceptedAt: '00:40', penalty: 40 };
    expect(await row()).toMatchObject({ penalty: 40, cells: [accepted] });
    const { durationTimeMs, removedIntervals } = await contestOf(anna, contest);
    expect([durationTimeMs, removedIntervals]).toMatchObject([320 * MINUTE_MS, [{ id: 1, ...pause }]]);
    await expect.poll(() => ear.heard('contest changed').length).toBeGreaterThan(0);

    const staying = { ...outage, movesEnd: false };
    expect((await jury.post(`${pathOf(contest)}/removed-intervals`, staying)).status).toBe(200);
    expect(await row()).toMatchObject({ acceptedSolutions: 0, penalty: 0 });
    const countsAs = (removedSolutions: string) =>
      jury.post(`/api/admin/contests/${contest.id}`, { removedSolutions });
    expect((await countsAs('counted')).status).toBe(200);
    expect(await row()).toMatchObject({ acceptedSolutions: 1, penalty: 38 }); // the beginning of the outage
    expect((await countsAs('ignored')).status).toBe(200);
    expect(await row()).toMatchObject({ acceptedSolutions: 0 });
    const problems = await anna.get(`/api/contest/${contest.id}/problems`);
    expect(problems.text).toContain('"accepted":false'); // the list agrees with the table
    const { solutions } = (await anna.get(`/api/contest/${contest.id}/solutions/my`)).as(SolutionList);
    expect(solutions[0]?.contest.removedIntervals).toMatchObject([{ id: 1 }, { id: 2 }]);

    expect(await preview({ intervalId: 2 })).toMatchObject({ solutions: 1, rows: { moved: 1 } });
    const restore = (id: number) => jury.post(`${pathOf(contest)}/removed-intervals/${id}/restore`, {});
    expect([(await restore(2)).status, (await restore(1)).status]).toEqual([200, 200]);
    expect(await row()).toMatchObject({ acceptedSolutions: 1, penalty: 60 });
    expect((await contestOf(anna, contest)).durationTimeMs).toBe(300 * MINUTE_MS);
    expect(codeOf(await restore(1))).toEqual([404, 'INTERVAL_NOT_FOUND']);
  });

  test('lies within the contest, overlaps no other, and is cut out once by two who act at once', async () => {
    const contest = await server.given.contest();
    const cut = (fromMin: number, toMin: number, more: object = {}) =>
      jury.post(`${pathOf(contest)}/removed-intervals`, { ...interval(contest, fromMin, toMin), ...more });
    expect(codeOf(await cut(-5, 5))).toEqual([409, 'INTERVAL_NOT_FREE']);
    expect(codeOf(await cut(290, 301))).toEqual([409, 'INTERVAL_NOT_FREE']);
    const seen = { basedOnRevision: 1 };
    expect([(await cut(5, 10, seen)).status, (await cut(20, 25, seen)).status]).toEqual([200, 409]);
    expect(codeOf(await cut(9, 12))).toEqual([409, 'INTERVAL_NOT_FREE']);
    expect((await cut(10, 12)).status).toBe(200);
  });

  test('is one of fifty at most', async () => {
    const contest = await server.given.contest();
    const many = Array.from({ length: 50 }, (_, index) => ({
      ...{ id: index + 1, isEndMoved: false },
      fromMs: contest.startTimeMs + index * 10,
      toMs: contest.startTimeMs + index * 10 + 5,
    }));
    const store = (intervals: object[]) =>
      server.services.db
        .updateTable('contest')
        .set({ removedIntervals: JSON.stringify(intervals) })
        .where('id', '=', contest.id)
        .execute();
    const cut = () => jury.post(`${pathOf(contest)}/removed-intervals`, interval(contest, 20, 25));
    await store(many);
    expect(codeOf(await cut())).toEqual([400, 'INVALID_INPUT']);
    await store(many.slice(1));
    expect((await cut()).status).toBe(200);
  });

  test('keeps the end of a contest that is over where it is', async () => {
    const contest = await server.given.contest({ startsInMin: -400, durationMin: 300 });
    const cut = (movesEnd: boolean) =>
      jury.post(`${pathOf(contest)}/removed-intervals`, { ...interval(contest, 10, 20), movesEnd });
    expect(codeOf(await cut(true))).toEqual([409, 'END_NOT_AHEAD']);
    expect((await cut(false)).status).toBe(200);
  });
});
