import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { cutSlowReaders, type ReaderBounds } from '#http/answers/slow-readers.ts';

const BOUNDS: ReaderBounds = { silentMs: 500, requestsAtOnce: 3 };
/** For what is not about silence: a machine that stands still for a moment is silent, too. */
const PATIENT: ReaderBounds = { ...BOUNDS, silentMs: 60_000 };
/** More than the buffers of a connection hold. */
const LARGE = Buffer.alloc(32 * 1024 * 1024);

let app: FastifyInstance;
let clients: Socket[];
/** Answers that are being read, as files that are open. */
let open: number;
async function start(bounds: ReaderBounds): Promise<void> {
  [clients, open] = [[], 0];
  app = Fastify();
  cutSlowReaders(app, bounds);
  app.get('/large', (_request, reply) => {
    open += 1;
    const content = Readable.from([LARGE, LARGE]).once('close', () => {
      open -= 1;
    });
    return reply.send(content);
  });
  app.get('/late', async (_request, reply) => {
    await once(reply.raw, 'timeout');
    return 'late';
  });
  app.get('/soon', async () => 'soon');
  await app.listen({ host: '127.0.0.1', port: 0 });
}
afterEach(async () => {
  for (const client of clients) client.destroy();
  await app.close();
});

/** Sends requests in one go on a connection that reads nothing yet, and returns both ends. */
async function ask(...paths: string[]): Promise<{ client: Socket; served: Socket }> {
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause();
  clients.push(client);
  const [served] = (await once(app.server, 'connection')) as [Socket];
  for (const path of paths) client.write(requestOf(path));
  return { client, served };
}

const requestOf = (path: string) => `GET ${path} HTTP/1.1\r\nHost: site\r\n\r\n`;

test('a reader who stands still is cut off, and what was kept for it is let go', async () => {
  await start(BOUNDS);
  const { served } = await ask('/large');

  await once(served, 'close');

  await expect.poll(() => open).toBe(0);
});

test('an answer that takes long to make is waited for, by a connection that has nothing to read', async () => {
  await start(BOUNDS);
  const { client } = await ask('/late');

  const [answer] = await once(client.resume(), 'data');

  expect(String(answer)).toMatch(/late$/);
});

test('who asks on and on without reading is cut off', async () => {
  await start(PATIENT);
  const { served } = await ask('/large', '/large', '/large', '/large');

  await once(served, 'close');

  await expect.poll(() => open).toBe(0);
});

test('who reads asks as often as they like on one connection', async () => {
  await start(PATIENT);
  const { client } = await ask();
  for (let asked = 0; asked < 2 * BOUNDS.requestsAtOnce; asked += 1) {
    client.write(requestOf('/soon'));
    const [answer] = await once(client.resume(), 'data');
    expect(String(answer)).toMatch(/soon$/);
  }
});
