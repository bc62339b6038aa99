import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { ErrorReply } from '@balloon/contracts/common.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const JSON_TYPE = { 'content-type': 'application/json' };

describe('an empty body that calls itself JSON', () => {
  test('is no body, for calls that have nothing to say', async () => {
    const { given } = server;
    const person = await given.signedIn(await given.user());
    const contest = await given.contest();

    const init = { headers: JSON_TYPE, body: '' };
    expect((await person.send('POST', `/api/contest/${contest.id}/join`, init)).status).toBe(200);
    expect((await person.send('POST', '/api/user/authenticate/logout', init)).status).toBe(200);
    expect((await person.get('/api/user/me')).status).toBe(401);
  });

  test('names what is missing, for calls that need one', async () => {
    const reply = await server.given
      .anonymous()
      .send('POST', '/api/user/authenticate/sign-in', { headers: JSON_TYPE, body: '' });
    expect([reply.status, reply.json.error?.code]).toEqual([400, 'INVALID_INPUT']);
  });
});

test('a request that wants another protocol is answered in this one, also on a connection that was used', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const ask = (lines: string) => socket.write(`GET /api/ready HTTP/1.1\r\nHost: ${hostname}\r\n${lines}\r\n`);
  let said = '';
  socket.on('data', (chunk) => {
    said += chunk;
  });
  const statuses = () => said.match(/HTTP\/1\.1 \d+/g) ?? [];
  for (const protocol of ['h2c', 'websocket', 'anything']) {
    const known = statuses().length;
    ask(`Upgrade: ${protocol}\r\nConnection: Upgrade\r\n`);
    while (statuses().length === known) await once(socket, 'data');
  }
  ask('Connection: close\r\n');
  await once(socket, 'close');
  expect(statuses()).toEqual(Array.from({ length: 4 }, () => 'HTTP/1.1 200'));
});

test('wrong fields are listed for programs, and in plain words for older clients', async () => {
  const reply = await server.given.anonymous().post('/api/user/authenticate/sign-in', {
    username: '',
    password: '',
  });
  const { error } = reply.as(ErrorReply);
  expect(error).toMatchObject({ code: 'INVALID_INPUT', httpCode: 400 });
  expect(error.issues).toEqual([
    { field: 'password', kind: 'too_small', bound: 1, of: 'string' },
    { field: 'username', kind: 'required' },
  ]);
  expect(error.description).toBe('password: too short, at least 1; username: is required');
  expect(error.message).toBe(error.description);
});

test('a body that would poison prototypes is refused', async () => {
  for (const body of ['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}']) {
    const reply = await server.given
      .anonymous()
      .send('POST', '/api/user/authenticate/sign-in', { headers: JSON_TYPE, body });
    expect([reply.status, reply.json.error?.code]).toEqual([400, 'FST_ERR_CTP_INVALID_JSON_BODY']);
  }
});

test('a packed body is not unpacked', async () => {
  const body = new Uint8Array(gzipSync('{"username":"somebody","password":"something"}'));
  const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
  const reply = await server.given
    .anonymous()
    .send('POST', '/api/user/authenticate/sign-in', { headers, body });
  expect([reply.status, reply.json.error?.code]).toEqual([400, 'FST_ERR_CTP_INVALID_JSON_BODY']);
});

test('an address that is none is refused in the words of all refusals', async () => {
  const reply = await server.given.anonymous().get('/api/contest/%zz');
  expect(reply.status).toBe(400);
  expect(reply.as(ErrorReply).error).toMatchObject({ code: 'FST_ERR_BAD_URL', httpCode: 400 });
});

test('answers of the API are kept by nobody', async () => {
  const { given } = server;
  const person = await given.signedIn(await given.user());
  for (const path of ['/api/user/me', '/api/contest/all', '/api/contest/0', '/api/health']) {
    expect((await person.get(path)).headers.get('cache-control')).toBe('no-store');
  }
});

test('HEAD is answered by every route of GET, with its headers and without a body', async () => {
  const person = await server.given.signedIn(await server.given.user());
  const { hostname, port } = new URL(server.url);
  const ask = async (method: string, path: string, cookie = '') => {
    const socket = connect(Number(port), hostname);
    const asks = [`host: ${hostname}`, 'accept-encoding: gzip', 'connection: close', `cookie: ${cookie}`];
    socket.write(`${method} ${path} HTTP/1.1\r\n${asks.join('\r\n')}\r\n\r\n`);
    const [head = '', ...body] = (await text(socket)).split('\r\n\r\n');
    // How a body is sent is told with a body only.
    const told = head.split('\r\n').filter((line) => !/^(date|transfer-encoding):/i.test(line));
    return { head: told.join('\n'), body: body.join('') };
  };
  const statusOf = ({ head }: { head: string }) => Number(head.split(' ')[1]);

  const asked = [
    ['/api/ready', 200],
    ['/api/docs/json', 200], // long enough to be packed
    ['/api/docs/static/index.css', 200], // a file
    ['/api/user/me', 401],
    ['/api/nothing-here', 404],
  ] as const;
  for (const [path, status] of asked) {
    const [get, head] = [await ask('GET', path), await ask('HEAD', path)];
    expect([path, statusOf(head)]).toEqual([path, status]);
    expect(head).toEqual({ head: get.head, body: '' });
    expect(get.body).not.toBe('');
  }
  expect(statusOf(await ask('HEAD', '/api/user/me', person.cookie))).toBe(200);
  expect(statusOf(await ask('HEAD', '/api/user/authenticate/sign-in'))).toBe(404);
});

test('a request that had begun to arrive when the server closes is answered as ever', async () => {
  const closing = await startTestServer();
  const { hostname, port } = new URL(closing.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /api/health HTTP/1.1\r\nhost: ${hostname}\r\n`);
  await once(socket, 'connect');
  expect((await closing.given.anonymous().get('/api/ready')).status).toBe(200); // so the server has seen it too

  const closed = closing.close();
  socket.write('\r\n');
  const answer = await text(socket);
  await closed;

  expect(answer).toMatch(/^HTTP\/1\.1 (200|503) /);
  expect(answer).toMatch(/^connection: close/im);
  expect(answer).toContain('"status":"');
});

test('browsers connect to this site alone, and stay with https where it is reached by it', async () => {
  const headersOf = async (publicUrl: string | null) => {
    const site = await startTestServer({ publicUrl });
    const { headers } = await site.given.anonymous().get('/api/user/channels');
    const { host } = new URL(site.url);
    await site.close();
    const connect = /connect-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
    return { connect: connect?.replaceAll(host, 'HOST'), stays: headers.get('strict-transport-security') };
  };
  expect(await headersOf(null)).toEqual({ connect: "'self' ws://HOST wss://HOST", stays: null });
  expect(await headersOf('https://contest.example.org')).toEqual({
    connect: "'self' wss://contest.example.org",
    stays: 'max-age=15552000',
  });
});
