import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestJudge } from '#testing/test-judge.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

const READERS = 2;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ databaseReaders: READERS });
});
afterEach(() => server.close());

/** Takes the readers' connections until they are given back, or the test has failed. */
async function readersTaken() {
  const { pool } = server.services;
  const held = await Promise.all(Array.from({ length: READERS }, () => pool.connect()));
  const giveBack = () => {
    for (const client of held.splice(0)) client.release();
  };
  return { giveBack, [Symbol.dispose]: giveBack };
}

test('while readers take all their connections, solutions are accepted and judged', async () => {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  const judge = await startTestJudge(server.url);
  using readers = await readersTaken();

  const sent = await author.submit(contest, {});
  expect(sent.status).toBe(200);
  const task = await judge.mustClaim();
  const isStored = await judge.result(task);
  readers.giveBack();

  expect(isStored).toBe(true);
  expect((await author.get(`/api/contest/${contest.id}/solutions/my`)).json).toMatchObject({
    solutions: [{ verdictId: 1 }],
  });
});

test('a request that would wait for long is told when to come again, and then served', async () => {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  using readers = await readersTaken();
  const read = () => author.get(`/api/contest/${contest.id}/solutions/my`);
  const { db } = server.services;
  const line: Promise<unknown>[] = [];
  // A busy machine takes long for a refusal, too, so that each wait for one is longer than the one before.
  let patienceMs = 100;

  await expect
    .poll(async () => {
      patienceMs *= 2;
      const waiting = Array.from({ length: 100 }, () => db.selectFrom('contest').select('id').execute());
      line.push(...waiting.map((one) => one.catch(() => null)));
      const reply = await Promise.race([
        read(),
        new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null)),
      ]);
      return reply && [reply.status, reply.json.error?.code, Number(reply.headers.get('retry-after')) > 0];
    })
    .toEqual([503, 'OVERLOADED', true]);
  readers.giveBack();
  await Promise.all(line);

  expect((await read()).status).toBe(200);
});
