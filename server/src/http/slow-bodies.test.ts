import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { declareRoutes } from '#http/allow.ts';
import { handleErrors } from '#http/error-handler.ts';
import { type BodyPace, cutSlowBodies } from '#http/slow-bodies.ts';
import type { User } from '#services.ts';

const PACE: BodyPace = { withinMs: 600, windowMs: 400, leastBytes: 10, uploadsAtOnce: 2 };
const SENDER: User = { id: 7, username: 'anna', accessMask: 1, groupIds: [] };

let app: FastifyInstance;
/** Ends when a caller is known, as the session of one is looked up. */
let recognised: Promise<void>;
beforeEach(async () => {
  recognised = Promise.resolve();
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
      let bytes = 0;
      for await (const piece of body as AsyncIterable<Buffer>) bytes += piece.length;
      return { bytes };
    });
  }
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

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

/** Sends pieces of 20 bytes every 50 ms. @returns the status, or `cut` */
async function send(path: string, pieces: number) {
  const { call, ending } = open(path);
  for (let piece = 0; piece < pieces && !call.destroyed; piece++) {
    call.write('x'.repeat(20));
    await pause(50);
  }
  call.end();
  return ending;
}

test('an upload that goes on is taken, however long it lasts', async () => {
  expect(await send('/upload', 20)).toBe(200);
});

test('anything else has its time, however it comes', async () => {
  expect(await send('/form', 20)).toBe('cut');
  expect(await send('/form', 1)).toBe(200);
});

test('an upload that stands still is cut off', async () => {
  const { call, ending } = open('/upload');
  call.write('x');
  expect(await ending).toBe('cut');
});

test('one person sends few files at once, and more when one of them has arrived', async () => {
  const [first, second] = [open('/upload'), open('/upload')];
  first.call.write('first');
  second.call.write('second');
  await pause(50);
  expect(await send('/upload', 1)).toBe(429);
  first.call.end();
  expect(await first.ending).toBe(200);
  expect(await send('/upload', 1)).toBe(200);
  second.call.destroy();
});

test('whoever leaves before the upload is admitted occupies no place', async () => {
  const { promise, resolve: recognise } = Promise.withResolvers<void>();
  recognised = promise;
  const closed: Promise<unknown>[] = [];
  app.server.on('connection', (socket) => {
    closed.push(new Promise((resolve) => socket.once('close', resolve)));
  });
  for (const { call, ending } of [open('/upload'), open('/upload')]) {
    call.write('x');
    await pause(50);
    call.destroy();
    await ending;
  }
  await Promise.all(closed);
  recognise();
  recognised = Promise.resolve();
  await pause(50);

  expect(await send('/upload', 1)).toBe(200);
});
