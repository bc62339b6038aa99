import { once } from 'node:events';
import { createServer, get, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import helmet from 'helmet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { protection } from '#http/pages/security-headers.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

const PUBLIC_URL = 'https://contest.example.org';
let server: TestServer;
let httpsSite: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  httpsSite = await startTestServer({ publicUrl: PUBLIC_URL });
});
afterAll(async () => {
  await server.close();
  await httpsSite.close();
});

/** Calls an address under the name of a host. */
async function call(url: string, host: string, headers: Record<string, string> = {}) {
  const request = get(url, { headers: { ...headers, host } });
  const [response] = await once(request, 'response');
  response.resume();
  return { status: response.statusCode as number, headers: response.headers as IncomingHttpHeaders };
}

/** The headers that helmet itself sets for a host. */
async function ofHelmet(publicUrl: string | null, host: string) {
  const protect = helmet(protection(publicUrl));
  const bare = createServer((request, response) => protect(request, response, () => response.end()));
  bare.listen(0, '127.0.0.1');
  await once(bare, 'listening');
  const { headers } = await call(`http://127.0.0.1:${(bare.address() as AddressInfo).port}`, host);
  bare.close();
  const { date: _date, connection: _connection, 'keep-alive': _alive, ...own } = headers;
  const { 'transfer-encoding': _encoding, 'content-length': _length, ...set } = own;
  return set;
}

test.each([
  ['/api/ready', 200],
  ['/api/user/me', 401],
  ['/api/nothing', 404],
  ['/anything', 404],
  ['/api/docs/json', 200], // long enough to be compressed
])('%s has the headers that helmet sets', async (path, status) => {
  for (const [site, publicUrl] of [
    [server, null],
    [httpsSite, PUBLIC_URL],
  ] as const) {
    for (const host of ['contest.hall:3000', 'contest.hall:3000', '10.0.0.1']) {
      const reply = await call(site.url + path, host, { 'accept-encoding': 'gzip' });
      expect(reply.status).toBe(status);
      expect(reply.headers).toMatchObject(await ofHelmet(publicUrl, host));
    }
  }
});

test('a name of a host that would end a directive adds none', async () => {
  const { status, headers } = await call(`${server.url}/api/ready`, 'hall;script-src');
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toMatch(/connect-src 'self' 'self'$/);
});
