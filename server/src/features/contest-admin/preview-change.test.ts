import { ContestChangePreview } from '@balloon/contracts/contests/contest-form.ts';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendContestEvent } from '#features/contests/contest-log.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const MINUTE_MS = 60_000;

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterAll(() => server.close());

const preview = async (id: number, change: object) =>
  (await admin.post(`/api/admin/contests/${id}/preview`, change)).as(ContestChangePreview);

/** Accepts a solution and moves it to another instant, in the log of the contest too. */
async function acceptAt(id: number, { contestId, sentAtMs }: { contestId: number; sentAtMs: number }) {
  const { db } = server.services;
  const solution = await db
    .updateTable('solution')
    .set({ sentAtMs, verdictId: 1 })
    .where('id', '=', id)
    .returning(['accountId as userId', 'problemId'])
    .executeTakeFirstOrThrow();
  const event = { type: 'solution', solutionId: id, ...solution, sentAtMs, verdictId: 1 } as const;
  await db.transaction().execute((tx) => appendContestEvent(tx, contestId, event, sentAtMs));
}

/** After 100 of 300 minutes, frozen since minute 70: one solved A at 10, the other A at 20 and B at 80. */
async function givenContest() {
  const groupId = await server.given.group();
  const contest = await server.given.contest({
    startsInMin: -100,
    freezeInMin: -30,
    problems: ['A', 'B'],
  });
  const early = await server.given.participant(contest);
  const late = await server.given.participant(contest, { groups: [groupId] });
  for (const [person, symbolIndex, minute] of [
    [early, 'A', 10],
    [late, 'A', 20],
    [late, 'B', 80],
  ] as const) {
    const { id } = (await person.submit(contest, { symbolIndex })).json;
    const sentAtMs = contest.startTimeMs + minute * MINUTE_MS;
    await acceptAt(Number(id), { contestId: contest.id, sentAtMs });
  }
  return { contest, early, late, groupId };
}

test('a problem to be removed is named with its solutions and the rows that move, and nothing is stored', async () => {
  const { contest, early, late } = await givenContest();
  const [first = 0, second = 0] = contest.problemIds;
  const removal = await preview(contest.id, { problemIds: [first] });
  expect(removal).toMatchObject({
    revision: 1,
    statusBefore: 'FROZEN',
    statusAfter: 'FROZEN',
    changed: [{ field: 'problems' }],
    problemsRemoved: [{ id: second, index: 'B', title: 'Problem B', solutionsNumber: 1, peopleNumber: 1 }],
    problemsMoved: 0,
    rows: { total: 2, moved: 2 },
    peopleWithoutAccess: 0,
  });
  expect(removal.rows.examples.map(({ user, ...ranks }) => [user.id, ranks])).toEqual([
    [late.user.id, { rankBefore: 1, rankAfter: 2 }],
    [early.user.id, { rankBefore: 2, rankAfter: 1 }],
  ]);
  const table = (await early.get(`/api/contest/${contest.id}/table2`)).as(ScoreboardPage);
  expect(table.header).toHaveLength(2);
  expect(await preview(contest.id, {})).toMatchObject({ revision: 1, changed: [], rows: { moved: 0 } });
});

test('a change of times says which solutions change sides of the end and of the freeze', async () => {
  const { contest } = await givenContest();
  const short = 50 * MINUTE_MS;
  expect(await preview(contest.id, { durationTimeMs: short, relativeFreezeTimeMs: short })).toMatchObject({
    statusAfter: 'FINISHED',
    solutions: { toPractice: 1, toMainTime: 0, hidden: 0, revealed: 1 },
    rows: { moved: 2 },
  });
  expect(await preview(contest.id, { relativeFreezeTimeMs: 15 * MINUTE_MS })).toMatchObject({
    solutions: { toPractice: 0, hidden: 1, revealed: 0 },
    rows: { moved: 0 },
  });
  const later = contest.startTimeMs + 15 * MINUTE_MS;
  expect(await preview(contest.id, { startTimeMs: later })).toMatchObject({ solutions: { beforeStart: 1 } });
});

test('swapped letters, other rules and people without access are counted', async () => {
  const { contest, groupId } = await givenContest();
  const swapped = { problemIds: contest.problemIds.toReversed() };
  expect(await preview(contest.id, swapped)).toMatchObject({ problemsMoved: 2, rows: { moved: 0 } });
  expect(await preview(contest.id, { groupIds: [groupId] })).toMatchObject({ peopleWithoutAccess: 1 });
});

test('a preview refuses the same input as saving', async () => {
  const contest = await server.given.contest();
  const path = `/api/admin/contests/${contest.id}/preview`;
  expect((await admin.post(path, { problemIds: [999_999] })).status).toBe(400);
  expect((await admin.post(path, { basedOnRevision: 7 })).status).toBe(409);
  const { db } = server.services;
  const of = db.updateTable('contest').where('id', '=', contest.id);
  const code = async (change: object) => (await admin.post(path, change)).json.error?.code;
  const virtualOfId = (await server.given.contest()).id;
  await of.set({ virtualOfId, virtualOwnerId: admin.user.id }).execute();
  expect(await code({ startTimeMs: contest.startTimeMs + MINUTE_MS })).toBe('VIRTUAL_TIMES_FIXED');
  await of.set({ virtualOfId: null, virtualOwnerId: null, finalizedAtMs: Date.now() }).execute();
  expect(await code({ wrongTryPenaltyMin: 30 })).toBe('RESULTS_FINAL');
  expect(await code({ name: 'Another name' })).toBeUndefined();
});
