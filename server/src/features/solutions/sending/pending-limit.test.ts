import { MAX_PENDING_SOLUTIONS } from '@balloon/contracts/solutions/solutions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a solution is refused while too many wait for a verdict, per participant and contest, also at once', async () => {
  const { given } = server;
  const [contest, other] = [await given.contest(), await given.contest()];
  const participant = await given.participant(contest);
  await given.joined(participant.user, other);
  const key = { idempotencyKey: 'one-of-the-first' };
  const first = await participant.submit(contest, key);
  const sendMany = (from: Person, number: number) =>
    Promise.all(Array.from({ length: number }, () => from.submit(contest, {})));

  const replies = await sendMany(participant, MAX_PENDING_SOLUTIONS + 5);

  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(6);
  expect(refused[0]?.json.error).toMatchObject({ code: 'TOO_MANY_PENDING', httpCode: 429 });
  expect(refused[0]?.headers.get('retry-after')).toBe('5');
  expect((await participant.submit(contest, key)).json.id).toBe(first.json.id);
  expect((await participant.submit(other, {})).status).toBe(200);
  expect((await (await given.participant(contest)).submit(contest, {})).status).toBe(200);
  const jury = await sendMany(await given.supervisor(), MAX_PENDING_SOLUTIONS + 1);
  expect(jury.filter(({ status }) => status !== 200)).toEqual([]);

  await server.services.db.deleteFrom('judging').where('solutionId', '=', Number(first.json.id)).execute();
  expect((await participant.submit(contest, {})).status).toBe(200);
  expect((await participant.submit(contest, {})).status).toBe(429);
});
