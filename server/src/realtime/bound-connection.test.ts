import { setImmediate as nextTurn } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ROOMS } from '#realtime/rooms.ts';
import { TestEar } from '#testing/test-ear.ts';
import { startTestServer, type TestServer, type TestSocket } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const SEPARATOR = '\u001e';

test('a connection that asks thousands of times to be taken in is closed, and makes few sockets', async () => {
  const address = `${server.url}/socket.io/?EIO=4&transport=polling`;
  const opened = await (await fetch(address)).text();
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string };
  const answers = fetch(`${address}&sid=${sid}`).then((reply) => reply.text());
  const body = Array.from({ length: 5_000 }, () => '40').join(SEPARATOR);

  await fetch(`${address}&sid=${sid}`, { method: 'POST', body, headers: { 'content-type': 'text/plain' } });

  const takenIn = (await answers).split(SEPARATOR).filter((packet) => packet.startsWith('40'));
  expect(takenIn.length).toBeLessThanOrEqual(5);
  expect((await fetch(`${address}&sid=${sid}`)).status).toBe(400);
});

test('a connection that reads nothing is closed with what waits for it, and others hear everything', async () => {
  const { sockets } = server.services;
  const [deaf, listening] = [await openSocket(), await openSocket()];
  let heard = 0;
  listening.on('resync', () => {
    heard += 1;
  });
  underneath(deaf).pause();
  const open = () => sockets.membersOf(ROOMS.currentClients).length;
  expect(open()).toBe(2);

  let sent = 0;
  const send = async (number: number) => {
    for (const end = sent + number; sent < end; sent += 1) {
      sockets.emitToAll('resync', { text: 'x'.repeat(20_000) } as never);
      while (heard < sent - 100) await nextTurn();
    }
  };
  const nowMs = performance.now();
  using clock = vi.spyOn(performance, 'now').mockReturnValue(nowMs);
  await send(3_000);
  expect(open()).toBe(2); // what came at this very moment may still be read
  clock.mockReturnValue(nowMs + 60_000);
  await send(1);
  clock.mockRestore();

  expect(open()).toBe(1);
  await expect.poll(() => heard).toBe(sent);
  expect(listening.connected).toBe(true);
  listening.close();
  underneath(deaf).terminate();
});

async function openSocket(): Promise<TestSocket> {
  const socket: TestSocket = io(server.url, { transports: ['websocket'], reconnection: false });
  await new TestEar(socket).hears('server started');
  return socket;
}

/** The WebSocket below, which can be stopped without a word. */
function underneath(socket: TestSocket) {
  const { transport } = socket.io.engine as unknown as {
    transport: { ws: { pause(): void; terminate(): void } };
  };
  return transport.ws;
}
