import { afterAll, beforeAll, expect, test } from 'vitest';
import { LiveSending, liveSending } from '#features/queue/live-sending.ts';
import { startTestJudge } from '#testing/test-judge.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('people send from a solution on until a while after it, and verdicts are none', async () => {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  const judge = await startTestJudge(server.url);
  const { announcements } = server.services;
  using sending = new LiveSending(announcements);
  expect(sending.isLive()).toBe(false);

  await author.submit(contest, {});
  await expect.poll(() => sending.isLive()).toBe(true);
  expect(sending.isLive(performance.now() + 10_000)).toBe(false);

  const judged = Promise.withResolvers<void>();
  using since = new LiveSending(announcements);
  const stop = announcements.on('solution.changed', ({ what }) => what === 'judged' && judged.resolve());
  await judge.result(await judge.mustClaim());
  await judged.promise;
  stop();
  expect(since.isLive()).toBe(false);
});

test('a web process notices from its start, for whoever asks later', async () => {
  const { services, given } = server;
  const contest = await given.contest();
  const author = await given.participant(contest);
  await author.submit(contest, {});

  await expect.poll(() => liveSending(services).isLive()).toBe(true);
});
