import { PublicTable } from '@balloon/contracts/scoreboard/public-table.ts';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
let contest: GivenContest;
let anna: Person;
let boris: Person;

/** Over for ten minutes, and frozen until somebody opens the results; boris solves A in the freeze. */
beforeAll(async () => {
  server = await startTestServer({ publicTables: [1] });
  const { given } = server;
  admin = await given.admin();
  contest = await given.contest({
    ...{ startsInMin: -110, durationMin: 100, freezeInMin: -50, practiceMin: 1000 },
    problems: ['A', 'B'],
  });
  anna = await given.participant(contest);
  boris = await given.participant(contest);
  await given.attempted(contest, anna, 20, 'accepted', 0);
  await given.attempted(contest, boris, 80, 'accepted', 0);
  const kept = await admin.post(`/api/admin/contests/${contest.id}`, { thawsByHand: true });
  expect(kept.status, kept.text).toBe(200);
});
afterAll(() => server.close());

const live = (action: 'thaw' | 'freeze') => admin.post(`/api/admin/contests/${contest.id}/live/${action}`);

/** How many problems boris has solved, as others see it, and whether the table says that it is frozen. */
async function seenBy(viewer: Person, query = ''): Promise<[number | undefined, boolean]> {
  const reply = await viewer.get(`/api/contest/${contest.id}/table2?${query}`);
  const { rows, isFrozen } = reply.as(ScoreboardPage);
  return [rows.find(({ user }) => user.id === boris.user.id)?.acceptedSolutions, isFrozen];
}
async function seenByStrangers(): Promise<number[]> {
  const reply = await server.given.anonymous().get(`/api/public/contest/${contest.id}/table`);
  return reply.as(PublicTable).rows.map(({ solved }) => solved);
}
const atEnd = () => `showInTimeMs=${contest.startTimeMs + 100 * 60_000}`;

test('after the end results wait for the organisers, can be frozen again, and open for good', async () => {
  const hidden = async () => {
    for (const query of ['scope=contest', 'scope=practice', `${atEnd()}&past=real`]) {
      await expect.poll(() => seenBy(anna, query)).toEqual([0, true]);
    }
    await expect.poll(seenByStrangers).toEqual([1, 0]);
    expect(await seenBy(boris)).toEqual([1, true]);
    expect(await seenBy(admin)).toEqual([1, false]);
  };
  const open = async () => {
    for (const query of ['scope=contest', 'scope=practice', atEnd()]) {
      await expect.poll(() => seenBy(anna, query)).toEqual([1, false]);
    }
    await expect.poll(seenByStrangers).toEqual([1, 1]);
  };
  await hidden();
  expect((await live('freeze')).json.error?.code).toBe('RESULTS_NOT_OPEN');
  expect((await live('thaw')).status).toBe(200);
  await open();
  expect((await live('thaw')).json.error?.code).toBe('RESULTS_NOT_FROZEN');
  expect((await live('freeze')).status).toBe(200);
  await hidden();
  expect((await live('thaw')).status).toBe(200);
  await open();
});

test('a contest that goes on after its results were opened waits for the organisers again', async () => {
  const { given, services } = server;
  const again = await given.contest({ startsInMin: -110, durationMin: 100, freezeInMin: -50 });
  const path = `/api/admin/contests/${again.id}`;
  await admin.post(path, { thawsByHand: true });
  expect((await admin.post(`${path}/live/thaw`)).status).toBe(200);
  const openedAtMs = async () => {
    const row = services.db.selectFrom('contest').select('thawedAtMs').where('id', '=', again.id);
    return (await row.executeTakeFirstOrThrow()).thawedAtMs;
  };
  expect(await openedAtMs()).toEqual(expect.any(Number));
  expect((await admin.post(path, { name: 'Renamed' })).status).toBe(200);
  expect(await openedAtMs()).toEqual(expect.any(Number));

  const extended = await admin.post(`${path}/live/extend`, { minutes: 30 });

  expect(extended.status, extended.text).toBe(200);
  expect(await openedAtMs()).toBeNull();
});
