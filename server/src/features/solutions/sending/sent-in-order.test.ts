import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Sends two solutions, and sets the clock back by `byMs` between them; the database's own clock is left alone. */
async function sendAround(byMs: number): Promise<[number, number]> {
  const { given, services } = server;
  const contest = await given.contest();
  const participant = await given.participant(contest);
  const first = Number((await participant.submit(contest, {})).json.id);
  const { sentAtMs } = await services.db
    .updateTable('solution')
    .set((eb) => ({ sentAtMs: eb('sentAtMs', '+', byMs) }))
    .where('id', '=', first)
    .returning('sentAtMs')
    .executeTakeFirstOrThrow();
  await services.db
    .updateTable('contestLogHead')
    .set({ lastSentAtMs: sentAtMs })
    .where('contestId', '=', contest.id)
    .execute();
  const second = Number((await participant.submit(contest, {})).json.id);
  const later = await services.db
    .selectFrom('solution')
    .select('sentAtMs')
    .where('id', '=', second)
    .executeTakeFirstOrThrow();
  return [sentAtMs, later.sentAtMs];
}

test('a solution is not sent before the one before it, although the clock was set back by seconds', async () => {
  const [first, second] = await sendAround(40_000);

  expect(second).toBe(first);
});

test('a clock that was an hour ahead is not held for an hour', async () => {
  const [first, second] = await sendAround(3_600_000);

  expect(first - second).toBeGreaterThan(3_000_000);
});

test('times go on with the clock', async () => {
  const [first, second] = await sendAround(-1_000);

  expect(second).toBeGreaterThan(first);
});
