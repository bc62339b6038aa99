import { afterAll, beforeAll, expect, test } from 'vitest';
import { announce } from '#realtime/announcements.ts';
import { ROOMS } from '#realtime/rooms.ts';
import { openEar } from '#testing/test-ear.ts';
import { type GivenContest, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function suspend({ id }: GivenContest, isSuspended: boolean): Promise<void> {
  const { db, announcements } = server.services;
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('contest').set({ isSuspended }).where('id', '=', id).execute();
    await announce(tx, 'contest.changed', { contestId: id });
  });
  await announcements.caughtUp();
}

const followers = ({ id }: GivenContest) => server.services.sockets.membersOf(ROOMS.contest(id)).length;
const outsiders = ({ id }: GivenContest) =>
  server.services.sockets.membersOf(ROOMS.contestOutside(id)).length;

test('who was dismissed, or refused meanwhile, is connected anew once the contest admits them', async () => {
  const contest = await server.given.contest();
  const [dismissed, refused] = await Promise.all([
    server.given.participant(contest),
    server.given.participant(contest),
  ]);
  const ear = await openEar(dismissed, contest);
  await suspend(contest, true);
  await expect.poll(() => followers(contest)).toBe(0);
  const lateEar = await openEar(refused);
  const { ok } = await lateEar.asks('contest.join', { contestId: contest.id });
  expect([ok, outsiders(contest)]).toEqual([false, 2]);

  const broken = [ear, lateEar].map(
    ({ socket }) => new Promise((resolve) => socket.once('disconnect', resolve)),
  );
  await suspend(contest, false);
  // Not by the server's own word, after which clients do not come back by themselves.
  expect(await Promise.all(broken)).not.toContain('io server disconnect');
});

test('whom the contest does not admit stays outside, also of what changes later', async () => {
  const contest = await server.given.contest();
  const ear = await openEar(await server.given.signedIn(await server.given.user()));
  await ear.asks('contest.join', { contestId: contest.id });
  await suspend(contest, true);
  await suspend(contest, false);
  await ear.catchesUp();
  expect([ear.socket.connected, outsiders(contest)]).toEqual([true, 1]);
  await ear.joins('contest.left', { contestId: contest.id });
  expect(outsiders(contest)).toBe(0);
});
