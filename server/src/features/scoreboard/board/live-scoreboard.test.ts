import { type Connection, connect } from '@balloon/database/connect.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { findContest } from '#features/contests/contests.queries.ts';
import { findScoredProblems } from '#features/contests/scored-problems.ts';
import { LiveScoreboard } from '#features/scoreboard/board/live-scoreboard.ts';
import { layCable } from '#testing/test-cable.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
/** A connection that no chore of the server uses. */
let database: Connection;
beforeAll(async () => {
  server = await startTestServer();
  database = connect(server.databaseUrl);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await database.close();
  await server.close();
});

/** The board of a contest for which so much was asked that readings of its log have become few, and its clock. */
async function crowdedBoard() {
  const { db } = database;
  const { id } = await server.given.contest();
  const contest = await findContest(db, id);
  if (!contest) throw new Error('The contest was not found');
  const clock = { nowMs: 1_000_000 };
  vi.spyOn(performance, 'now').mockImplementation(() => clock.nowMs);
  const live = new LiveScoreboard(db, id, { ...contest, ...(await findScoredProblems(db, id)) });
  expect(live.isCaughtUp).toBe(false);
  for (let readings = 0; readings < 99; readings += 1) await live.catchUpWithLog(0);
  expect(live.isCaughtUp).toBe(false);
  await live.catchUpWithLog(0);
  expect(live.isCaughtUp).toBe(true);
  return { live, clock };
}

test('while viewers are very many only whoever begins a reading of the log waits for it', async () => {
  const { live, clock } = await crowdedBoard();
  clock.nowMs += 25;
  expect(live.isCaughtUp).toBe(false);
  const begun = live.catchUpWithLog(0);
  await Promise.resolve();
  expect(live.isCaughtUp).toBe(true);
  await begun;

  live.noteHead(1_000); // announced
  expect(live.isCaughtUp).toBe(false);
});

test('no head that is known is older than 300 ms, also while readings fail', async () => {
  const { live, clock } = await crowdedBoard();
  vi.spyOn(database.db, 'selectFrom').mockImplementation(() => {
    throw new Error('The database is away');
  });
  for (let asked = 0; asked < 12; asked += 1) {
    clock.nowMs += 25;
    await expect(live.catchUpWithLog(0)).rejects.toThrow('away');
  }
  expect(live.isCaughtUp).toBe(false);
});

test('a table whose first reading failed is read again by the next one who asks', async () => {
  const cable = await layCable(server.databaseUrl);
  const behindCable = await startTestServer({ databaseUrl: cable.url });
  const contest = await server.given.contest();
  const person = await behindCable.given.participant(contest);
  const status = async () => (await person.get(`/api/contest/${contest.id}/table2?count=50`)).status;

  cable.cutAfterCommitOf('select "virtual_of_id", "virtual_owner_id" from "contest"');
  expect(await status()).toBe(503);
  expect(await status()).toBe(200);

  await behindCable.close();
  await cable.close();
});
