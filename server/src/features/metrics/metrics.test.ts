import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestJudge } from '#testing/test-judge.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

const TOKEN = 'token-of-prometheus';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ metricsToken: TOKEN });
});
afterAll(() => server.close());

const read = (headers: Record<string, string> = {}, url = server.url) => fetch(`${url}/metrics`, { headers });
const OPEN = { authorization: `Bearer ${TOKEN}` };

test('Prometheus reads queue, verdicts, judges, requests and the process', async () => {
  const judge = await startTestJudge(server.url, 'hall-1');
  const contest = await server.given.contest();
  const participant = await server.given.participant(contest);
  await participant.submit(contest, {});
  await judge.result(await judge.mustClaim(), { verdict: 'accepted' });
  await participant.submit(contest, {});

  const reply = await read(OPEN);
  const text = await reply.text();
  expect(reply.headers.get('content-type')).toContain('text/plain');
  expect(text).toContain('balloon_queue_size{kind="verdict",state="waiting"} 1');
  expect(text).toMatch(/balloon_queue_oldest_age_seconds\{kind="verdict"\} \d/);
  expect(text).toMatch(/balloon_verdict_latency_seconds\{quantile="0.9"\} \d/);
  expect(text).toContain('balloon_judge_up{judge="hall-1"} 1');
  expect(text).toContain('balloon_database_up 1');
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect(text).toMatch(
    /balloon_http_request_duration_seconds_count\{method="POST",route="\/api\/contest\/:contestId\/solutions",status="2xx"\} 2/,
  );
});

test('the token opens it, from wherever', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };
  expect((await read(forwarded)).status).toBe(403);
  expect((await read({ authorization: 'Bearer wrong' })).status).toBe(403);
  expect((await read()).status).toBe(403);
  expect((await read({ ...forwarded, ...OPEN })).status).toBe(200);
});

test('without a token this machine reads it, unless a proxy stands before the site', async () => {
  const { databaseUrl } = server;
  const direct = await startTestServer({ databaseUrl });
  const proxied = await startTestServer({ databaseUrl, publicUrl: 'https://contest.example' });
  expect((await read({}, direct.url)).status).toBe(200);
  expect((await read({ 'x-forwarded-for': '203.0.113.7' }, direct.url)).status).toBe(403);
  expect((await read({}, proxied.url)).status).toBe(403);
  await Promise.all([direct.close(), proxied.close()]);
});
