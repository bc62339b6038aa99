import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://balloon.example.org' });
  const contest = await server.given.contest();
  person = await server.given.participant(contest);
  path = `/api/contest/${contest.id}/join`;
});
afterAll(() => server.close());
let path = '';

test.each([
  ['another site says so', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbour of the same domain', { 'sec-fetch-site': 'same-site' }],
  ['an older browser with a foreign origin', { origin: 'https://evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a foreign origin that ends like ours', { origin: 'https://evil-balloon.example.org' }],
])('a change is refused when it comes from %s', async (_what, headers) => {
  const reply = await person.post(path, {}, headers);
  expect(reply.status).toBe(403);
  expect(reply.json.error?.code).toBe('CROSS_SITE');
});

test.each([
  ['our page', () => ({ 'sec-fetch-site': 'same-origin', origin: server.url })],
  ['our page behind a proxy', () => ({ origin: 'https://balloon.example.org' })],
  ['a program', () => ({})],
])('a change is taken from %s', async (_what, headers) => {
  expect((await person.post(path, {}, headers())).status).toBe(200);
});

test('reading is allowed from a link on another site', async () => {
  expect((await person.get('/api/user/me', { 'sec-fetch-site': 'cross-site' })).status).toBe(200);
});

test('another site cannot sign a browser in as somebody else', async () => {
  const credentials = { username: 'admin', password: 'password of admin' };
  const reply = await server.given
    .anonymous()
    .post('/api/user/authenticate/sign-in', new URLSearchParams(credentials), {
      origin: 'https://evil.example',
    });
  expect(reply.status).toBe(403);
});
