import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('the API describes itself: every call, what it takes and answers, and who may call it', async () => {
  const reply = await server.given.anonymous().get('/api/docs/json');
  expect(reply.status).toBe(200);
  const { paths } = reply.json as unknown as { paths: Record<string, Record<string, unknown>> };
  expect(paths['/api/contest/{contestId}/solutions']?.post).toMatchObject({
    description: 'Who is signed in.',
    security: [{ session: [] }],
    parameters: [{ in: 'path', name: 'contestId', required: true }],
    requestBody: {
      content: { 'application/json': { schema: { required: ['symbolIndex', 'languageId'] } } },
    },
    responses: {
      200: { content: { 'application/json': { schema: { properties: { receipt: expect.anything() } } } } },
    },
  });
  expect(paths['/api/health']?.get).toMatchObject({ description: 'Anybody.' });
  expect(paths['/api/admin/solutions/{solutionId}/verdict']?.post).toMatchObject({
    tags: ['admin: solutions'],
  });
  expect(Object.keys(paths).filter((path) => !path.startsWith('/api/'))).toEqual([]);
});

test.each([
  ['json', 'application/json'],
  ['yaml', 'application/x-yaml'],
])('the description as %s is made once for all, and sent once to each', async (form, type) => {
  const read = (headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/docs/${form}`, { headers: { 'accept-encoding': 'gzip, br', ...headers } });
  const described = await read();
  const text = await described.text();

  expect(described.headers.get('content-type')).toContain(type);
  expect(described.headers.get('content-encoding')).toBe('gzip'); // the packed one; `br` would be made anew
  expect(text).toContain('/api/contest/{contestId}/solutions');
  expect(await (await read({ 'accept-encoding': 'identity' })).text()).toBe(text);
  const again = await read({ 'if-none-match': described.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

test('there is a page for people to read it, of our own scripts and styles only', async () => {
  const page = await server.given.anonymous().get('/api/docs/');
  expect(page.status).toBe(200);
  expect(page.text).toContain('Balloon API');
  const scripts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
  expect(scripts.length).toBeGreaterThan(2);
  for (const address of scripts) {
    const { pathname, origin } = new URL(address, `${server.url}/api/docs/`);
    expect(origin).toBe(server.url);
    expect((await server.given.anonymous().get(pathname)).status).toBe(200);
  }
  expect(page.text).not.toMatch(/<script>/);
});
