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
