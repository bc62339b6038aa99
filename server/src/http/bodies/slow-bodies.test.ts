import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { declareRoutes } from '#http/allow.ts';
import { handleErrors } from '#http/answers/error-handler.ts';
import { type BodyPace, cutSlowBodies } from '#http/bodies/slow-bodies.ts';
import type { User } from '#services.ts';

const PACE: BodyPace = { withinMs: 600, windowMs: 400, leastBytes: 10, uploadsAtOnce: 2 };
const SENDER: User = { id: 7, username: 'anna', accessMask: 1, groupIds: [] };

let app: FastifyInstance;
/** Ends when a caller is known, as the session of one is looked up. */
let recognised: Promise<void>;
/** Requests that came, and bytes of all their bodies. */
let came: number;
let arrived: number;
beforeEach(async () => {
  recognised = Promise.resolve();
  [came, arrived] = [0, 0];
  app = Fastify();
  handleErrors(app);
  declareRoutes(app);
  const admitUploads = cutSlowBodies(app, PACE);
  app.addHook('onRequest', async (call) => {
    await recognised;
    call.user = SENDER;
  });
  app.addHook('onRequest', admitUploads);
  app.addContentTypeParser('text/slow', (_call, body, done) => done(null, body));
  for (const [path, isUpload] of [
    ['/upload', true],
    ['/form', false],
  ] as const) {
    app.post(path, { config: { allow: 'public', isUpload } }, async ({ body }) => {
      for await (const piece of body as AsyncIterable<Buffer>) arrived += piece.length;
      return {};
    });
  }
  app.server.on('request', () => {
    came += 1;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  // Time passes as a test says, however busy the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

function open(path: string) {
  const { port } = app.server.address() as AddressInfo;
  const headers = { 'content-type': 'text/slow' };
  const call = request({ host: '127.0.0.1', port, path, method: 'POST', headers });
  const ending = new Promise<number | 'cut' | undefined>((resolve) => {
    call.once('response', (response) => resolve(response.resume().statusCode));
    call.once('error', () => resolve('cut'));
  });
  call.flushHeaders();
  return { call, ending };
}

/** Waits without `expect.poll`, which would let time pass. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await nextTurn();
}
const untilArrived = (bytes: number) => until(() => arrived === bytes);

function send(path: string) {
  const { call, ending } = open(path);
  call.end('x');
  return ending;
}

test('an upload that goes on is taken, however long it lasts', async () => {
  const { call, ending } = open('/upload');
  // The first interval begins with what has been read by then.
  await until(() => came === 1);
  for (let piece = 1; piece <= 20; piece += 1) {
    call.write('x'.repeat(20));
    await untilArrived(20 * piece);
    vi.advanceTimersByTime(PACE.windowMs);
  }
  call.end();
  expect(await ending).toBe(200);
});

test('anything else has its time, however it comes', async () => {
  const [late, soon] = [open('/form'), open('/form')];
  for (let piece = 1; piece <= 3; piece += 1) {
    late.call.write('x'.repeat(20));
    soon.call.write('x'.repeat(20));
    await untilArrived(40 * piece);
    if (piece < 3) vi.advanceTimersByTime(PACE.withinMs / 3);
  }
  soon.call.end();
  expect(await soon.ending).toBe(200);
  vi.advanceTimersByTime(PACE.withinMs / 3);
  expect(await late.ending).toBe('cut');
});

test('an upload that stands still is cut off', async () => {
  const { call, ending } = open('/upload');
  call.write('x');
  await untilArrived(1);
  vi.advanceTimersByTime(PACE.windowMs);
  expect(await ending).toBe('cut');
});

test('one person sends few files at once, and more when one of them has arrived', async () => {
  const [first, second] = [open('/upload'), open('/upload')];
  first.call.write('first');
  second.call.write('second');
  await untilArrived('firstsecond'.length);
  expect(await send('/upload')).toBe(429);
  first.call.end();
  expect(await first.ending).toBe(200);
  expect(await send('/upload')).toBe(200);
  second.call.destroy();
});

test('whoever leaves before the upload is admitted occupies no place', async () => {
  const { promise, resolve: recognise } = Promise.withResolvers<void>();
  recognised = promise;
  const closed: Promise<unknown>[] = [];
  app.server.on('connection', (socket) => {
    closed.push(new Promise((resolve) => socket.once('close', resolve)));
  });
  for (const [index, { call, ending }] of [open('/upload'), open('/upload')].entries()) {
    call.write('x');
    await until(() => came > index);
    call.destroy();
    await ending;
  }
  await Promise.all(closed);
  recognise();
  recognised = Promise.resolve();

  expect(await send('/upload')).toBe(200);
});
