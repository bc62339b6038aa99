import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { inTurn } from '#limits/in-turn.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const scoreboards = () => liveScoreboards(server.services);
const viewerOf = ({ user: { id, username, accessMask } }: Person) => ({
  ...{ id, username, accessMask, groupIds: [] },
});

/** Keeps the turn of a person until it is released. */
function holdTurn(person: Person) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = inTurn(scoreboards().lanes, viewerOf(person), () => promise);
  return { release: resolve, held };
}

test('a participant has one large look at a time, while screens and others are answered', async () => {
  const contest = await server.given.contest({ startsInMin: -200 });
  const [eager, other] = [await server.given.participant(contest), await server.given.participant(contest)];
  const jury = await server.given.supervisor();
  await server.given.attempted(contest, other, 10, 'accepted');
  await server.services.announcements.caughtUp(); // pages of before would be forgotten in the middle
  const path = `/api/contest/${contest.id}`;
  const large = (afterMs: number, count: number) => [
    ...[`table2?count=50&showInTimeMs=${contest.startTimeMs + afterMs}`, `table2?count=${count}`],
    ...['table2?count=50&q=user', 'table2?groupId=999999', 'table/activity?range=main', 'table'],
  ];
  const { release, held } = holdTurn(eager);
  const answered: number[] = [];
  const waiting = large(60_000, 50_000).map(async (call) =>
    answered.push((await eager.get(`${path}/${call}`)).status),
  );
  const known = large(120_000, 100_000);
  for (const call of known)
    for (const by of [other, jury])
      expect((await by.get(`${path}/${call}`)).status).toBe(call.includes('groupId') ? 403 : 200);
  // What screens show, and what somebody else has asked for, costs nothing.
  for (const call of ['table2?count=50', ...known.slice(0, 2)])
    expect((await eager.get(`${path}/${call}`)).status).toBe(200);
  expect(answered).toEqual([]);
  release();
  await held;
  await Promise.all(waiting);
  // Whether there is such a group was asked in turn, too.
  expect(answered.toSorted()).toEqual([200, 200, 200, 200, 200, 403]);
});

test('of too many looks the oldest that wait are refused', async () => {
  const eager = await server.given.signedIn(await server.given.user());
  const { release, held } = holdTurn(eager);
  const looks = Array.from({ length: 12 }, (_, number) =>
    inTurn(scoreboards().lanes, viewerOf(eager), async () => number),
  );
  const results = Promise.allSettled(looks);
  await expect(looks[0]).rejects.toMatchObject({ code: 'THROTTLED', retryAfterSec: 1 });
  release();
  await held;
  const refused = (await results).flatMap(({ status }, number) => (status === 'rejected' ? number : []));
  expect(refused).toEqual([0, 1]);
});
