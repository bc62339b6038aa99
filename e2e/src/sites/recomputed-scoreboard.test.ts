import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { NO_ADJUSTMENT } from '@balloon/domain/scoreboard/rows.ts';
import { Random } from '@balloon/sample/generate/random.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recomputeScoreboard, resultRows } from '#sites/recomputed-scoreboard.ts';

/* The table that a web process serves, beside the recomputation that load and chaos compare with, under other rules. */

const MINUTE_MS = 60_000;
const VERDICTS_SENT: readonly (VerdictKey | null)[] = [
  ...(['accepted', 'wrongAnswer', 'memoryLimit', 'presentationError', 'compilationError'] as const),
  ...[null],
];

let server: TestServer;
let contest: GivenContest;
let jury: Person;
let people: Person[];

beforeAll(async () => {
  server = await startTestServer();
  const { given } = server;
  contest = await given.contest({ startsInMin: -200, freezeInMin: -40, problems: ['A', 'B', 'C'] });
  jury = await given.supervisor();
  people = [];
  for (const name of ['anna', 'boris', 'clara', 'dmitri', 'elena', 'fyodor']) {
    people.push(await given.participant(contest, { username: name }));
  }
  const random = new Random(184);
  for (let sent = 0; sent < 80; sent += 1) {
    const person = people[random.int(0, people.length - 1)] ?? jury;
    const verdict = VERDICTS_SENT[random.int(0, VERDICTS_SENT.length - 1)] ?? null;
    await given.logged(
      contest,
      given.attempt(contest, person, random.int(1, 199), verdict, random.int(0, 2)),
    );
  }
});
afterAll(() => server.close());

async function expectSameTables() {
  await server.services.announcements.caughtUp();
  for (const viewer of [people[0], people[1], jury]) {
    if (!viewer) continue;
    const shown = (await viewer.get(`/api/contest/${contest.id}/table2?count=100`)).as(ScoreboardPage);
    const asked = { id: viewer.user.id, isSupervisor: viewer === jury };
    expect(resultRows(shown)).toEqual(await recomputeScoreboard(server.services.db, contest.id, asked));
    expect(shown.rows.some(({ acceptedSolutions }) => acceptedSolutions > 0)).toBe(true);
  }
}

async function settings(change: object) {
  const reply = await jury.post(`/api/admin/contests/${contest.id}`, change);
  expect(reply.status, reply.text).toBe(200);
}

test('both are the same by the usual rules', expectSameTables);

test.each([
  ['penalty of other verdicts', { wrongTryPenaltyMin: 7, penalizedVerdicts: [2, 3, 7] }],
  ['penalty in seconds and a tie broken', { penaltyPrecision: 'second', tieBreak: 'lastAccepted' }],
  ['a sum of seconds in minutes', { penaltyPrecision: 'total', countsCompilationErrors: true }],
  ['instants at the edges after them', { edgeInstants: 'excluded', tiedRows: 'organization' }],
  ['a freeze lifted by hand', { thawsByHand: true, firstSolvers: 'official' }],
])('both are the same with %s', async (_rule, change) => {
  await settings(change);
  await expectSameTables();
});

test.each(['ranked', 'unranked', 'hidden'])(
  'both are the same with decisions on people, %s',
  async (rows) => {
    const [anna, boris, clara, dmitri] = people.map(({ user }) => user.id);
    await settings({ unofficialRows: rows });
    await server.given.logged(
      contest,
      { type: 'adjusted', userId: anna ?? 0, adjustment: { ...NO_ADJUSTMENT, isOfficial: false } },
      { type: 'adjusted', userId: boris ?? 0, adjustment: { ...NO_ADJUSTMENT, penaltyMin: 25 } },
      { type: 'adjusted', userId: clara ?? 0, adjustment: { ...NO_ADJUSTMENT, isDisqualified: true } },
      {
        type: 'adjusted',
        userId: dmitri ?? 0,
        adjustment: { ...NO_ADJUSTMENT, startShiftMs: 9 * MINUTE_MS },
      },
      { type: 'extraTime', userId: boris ?? 0, extraTimeMs: 10 * MINUTE_MS },
    );
    await expectSameTables();
  },
);

test('both are the same with a removed interval and a disabled problem', async () => {
  const live = `/api/admin/contests/${contest.id}/live`;
  const { startTimeMs } = contest;
  const interval = { fromMs: startTimeMs + 30 * MINUTE_MS, toMs: startTimeMs + 50 * MINUTE_MS };
  const removed = [{ id: 1, ...interval, isEndMoved: false }];
  await server.services.db
    .updateTable('contest')
    .set({ removedIntervals: JSON.stringify(removed) })
    .where('id', '=', contest.id)
    .execute();
  expect((await jury.post(`${live}/problems/B/scoring`, { isDisabled: true })).status).toBe(200);
  for (const removedSolutions of ['ignored', 'counted']) {
    await settings({ removedSolutions });
    await expectSameTables();
  }
});

test('both are the same where everybody starts by themselves, with starts taken back and windows extended', async () => {
  const live = `/api/admin/contests/${contest.id}/live`;
  await server.services.db
    .updateTable('contest')
    .set({ removedIntervals: '[]' })
    .where('id', '=', contest.id)
    .execute();
  await settings({ windowTimeMs: 60 * MINUTE_MS });
  const startsMin = [10, 150, 0, 100, 170, 190];
  for (const [index, { user }] of people.entries()) {
    const startedAtMs = contest.startTimeMs + (startsMin[index] ?? 0) * MINUTE_MS;
    const start = { startedAtMs, readStartedAtMs: null, reason: 'as it was' };
    expect((await jury.post(`${live}/windows/${user.id}/start`, start)).status).toBe(200);
  }
  await expectSameTables();
  for (const edgeInstants of ['included', 'excluded']) {
    await settings({ edgeInstants, firstSolvers: 'all' });
    await expectSameTables();
  }
  const [, , clara, dmitri] = people.map(({ user }) => user.id);
  const longer = { people: [{ userId: clara, minutes: 25 }], reason: 'power cut' };
  expect((await jury.post(`${live}/extra-time`, longer)).status).toBe(200);
  const taken = {
    startedAtMs: null,
    readStartedAtMs: contest.startTimeMs + 100 * MINUTE_MS,
    reason: 'again',
  };
  expect((await jury.post(`${live}/windows/${dmitri}/start`, taken)).status).toBe(200);
  await expectSameTables();
});
