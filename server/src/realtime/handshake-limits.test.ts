import type { IncomingMessage } from 'node:http';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { HandshakeLimits } from '#realtime/handshake-limits.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: true });
});
afterAll(() => server.close());

const shakeHands = (from: string) =>
  fetch(`${server.url}/socket.io/?EIO=4&transport=polling`, { headers: { 'x-forwarded-for': from } });

/** Opens connections from an address, some at a time; gives how many were taken. */
async function flood(from: string, times: number): Promise<number> {
  let taken = 0;
  for (let sent = 0; sent < times; sent += 100) {
    const replies = await Promise.all(Array.from({ length: 100 }, () => shakeHands(from)));
    for (const reply of replies) {
      await reply.arrayBuffer();
      if (reply.ok) taken += 1;
    }
  }
  return taken;
}

test('a hall connects at once from one address', async () => {
  expect(await flood('192.0.2.1', 600)).toBe(600);
});

/** A request as the HTTP server gives it, from an address behind the proxy. */
const requestFrom = (address: string, query = 'EIO=4&transport=polling') =>
  ({
    url: `/socket.io/?${query}`,
    headers: { 'x-forwarded-for': address },
    socket: { remoteAddress: '127.0.0.1' },
  }) as unknown as IncomingMessage;

const nobody = async () => null;

/** Stops the clock by which handshakes are counted: a busy machine may need longer than a window. */
const stopClock = () => vi.spyOn(Date, 'now').mockReturnValue(Date.now());

test('a flood is cut off; others get in, and open connections go on', async () => {
  using _clock = stopClock();
  const limits = new HandshakeLimits({ trustProxy: true });
  const tries = Array.from({ length: 20_000 }, () => limits.allows(requestFrom('192.0.2.2'), nobody));
  const taken = (await Promise.all(tries)).filter(Boolean);

  expect(taken.length).toBeGreaterThanOrEqual(2_500);
  expect(taken.length).toBeLessThan(10_000);
  expect(await limits.allows(requestFrom('192.0.2.3'), nobody)).toBe(true);
  expect(await limits.allows(requestFrom('192.0.2.2', 'EIO=4&transport=polling&sid=1'), nobody)).toBe(true);
});

test('people with a living session come back through a flood from their network, each some times', async () => {
  using _clock = stopClock();
  const limits = new HandshakeLimits({ trustProxy: true }, 60_000, 500);
  for (let times = 0; times < 2_500; times += 1) await limits.allows(requestFrom('192.0.2.2'), nobody);
  let asked = 0;
  const returnsAs = (id: number | null) => {
    const request = requestFrom('192.0.2.2');
    request.headers.cookie = `balloon_session=${'0'.repeat(64)}`;
    return limits.allows(request, async () => {
      asked += 1;
      return id === null ? null : { user: { id } };
    });
  };

  expect(await limits.allows(requestFrom('192.0.2.2'), nobody)).toBe(false);
  for (let id = 1; id <= 300; id += 1) expect(await returnsAs(id)).toBe(true);
  expect(await returnsAs(null)).toBe(false);
  const again = await Promise.all(Array.from({ length: 100 }, () => returnsAs(1)));
  expect(again.filter(Boolean)).toHaveLength(29);

  // Invented sessions are looked for so many times only.
  for (let times = 0; times < 300; times += 1) await returnsAs(null);
  expect(asked).toBe(500);
});

test('who connects and says nothing is closed', async () => {
  const socket = io(server.url, { transports: ['websocket'], forceNew: true, autoConnect: false });
  const manager = socket.io;
  manager.open(); // the connection alone, without joining
  await new Promise((resolve) => manager.once('open', () => resolve(undefined)));
  const reason = await new Promise((resolve) => manager.once('close', resolve));
  expect(reason).toBe('transport close');
  manager._close();
});

test('a socket without a person is closed after a while, and there are so many of them', async () => {
  const limits = new HandshakeLimits({ trustProxy: false }, 50);
  const client = await server.given.anonymous().socket();
  const ended = new Promise((resolve) => client.once('disconnect', resolve));
  const [socket] = server.services.sockets.all().filter(({ id }) => id === client.id);
  if (!socket) throw new Error('The server has no such socket');
  socket.conn.setMaxListeners(0);
  for (let number = 0; number < 1_000; number += 1) expect(limits.takeIn(socket)).toBe(true);
  expect(limits.takeIn(socket)).toBe(false);

  expect(await ended).toBe('transport close');
  const next = await server.given.anonymous().socket();
  const [other] = server.services.sockets.all().filter(({ id }) => id === next.id);
  expect(other && limits.takeIn(other)).toBe(true);
});

test('one person has so many sockets, others have theirs, and closed ones count no more', async () => {
  const limits = new HandshakeLimits({ trustProxy: false });
  const own = await server.given.signedIn(await server.given.user());
  const client = await own.socket();
  const other = await (await server.given.signedIn(await server.given.user())).socket();
  const socketOf = ({ id }: { id?: string | undefined }) => {
    const socket = server.services.sockets.all().find((one) => one.id === id);
    if (!socket) throw new Error('The server has no such socket');
    return socket;
  };
  const [socket, theirs] = [socketOf(client), socketOf(other)];
  socket.conn.setMaxListeners(0);
  for (let number = 0; number < 1_000; number += 1) expect(limits.takeIn(socket)).toBe(true);
  expect(limits.takeIn(socket)).toBe(false);
  expect(limits.takeIn(theirs)).toBe(true);

  const closed = new Promise((resolve) => socket.conn.once('close', resolve));
  client.disconnect();
  await closed;
  expect(limits.takeIn(socketOf(await own.socket()))).toBe(true);
});

test('whose sockets are too many is refused the next one', async () => {
  const own = await server.given.signedIn(await server.given.user());
  const takeIn = vi
    .spyOn(HandshakeLimits.prototype, 'takeIn')
    .mockImplementation(({ data: { user } }) => user?.id !== own.user.id);
  const auth = { token: own.token };
  const socket = io(server.url, { transports: ['websocket'], forceNew: true, reconnection: false, auth });
  expect(await new Promise((resolve) => socket.once('disconnect', resolve))).toBe('transport close');
  takeIn.mockRestore();
});
