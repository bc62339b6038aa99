import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import { LocalSockets, type SocketServer } from '#realtime/local-sockets.ts';
import { ROOMS } from '#realtime/rooms.ts';

const MEMBERS = 250;
const ROOM = ROOMS.contest(1);

/** A server whose sockets are all in the room, and its clients. */
async function openRoom(members: number) {
  await using cleanup = new AsyncDisposableStack();
  const http = createServer().listen(0, '127.0.0.1');
  const server: SocketServer = new Server(http, { transports: ['websocket'] });
  cleanup.defer(() => server.close());
  server.on('connection', (socket) => void socket.join(ROOM));
  const sockets = new LocalSockets();
  sockets.attach(server);
  await new Promise((resolve) => http.once('listening', resolve));
  const { port } = http.address() as AddressInfo;
  const open = () => io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true });
  const clients = Array.from({ length: members }, open);
  for (const client of clients) cleanup.defer(() => void client.disconnect());
  // A client learns its id after the server has put it into the room.
  await expect.poll(() => clients.filter(({ connected }) => connected).length).toBe(members);
  await expect.poll(() => sockets.membersOf(ROOM).length).toBe(members);
  const opened = cleanup.move();
  return { sockets, clients, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Contests of the updates that a client hears from now on. */
function contestsHeardBy(client: Socket | undefined): number[] {
  const heard: number[] = [];
  client?.on('table update', ({ contestId }: { contestId: number }) => heard.push(contestId));
  return heard;
}

const hears = (client: Socket) => new Promise((resolve) => client.once('table update', resolve));

test('a large room is sent to by and by, and who leaves meanwhile gets nothing', async () => {
  await using room = await openRoom(MEMBERS);
  const { sockets, clients } = room;
  const left = sockets.membersOf(ROOM).at(-1);
  const ofLeft = clients.find(({ id }) => id === left?.id);
  const heard = clients.filter((client) => client !== ofLeft).map(hears);
  const heardByLeft = contestsHeardBy(ofLeft);

  let isDone = false;
  const sending = sockets.emitGradually(ROOM, 'table update', { contestId: 1 }).then(() => {
    isDone = true;
  });
  const turn = new Promise<boolean>((resolve) => setImmediate(() => resolve(isDone)));
  await left?.leave(ROOM);
  expect(await turn).toBe(false);
  await sending;
  expect(await Promise.all(heard)).toEqual(Array.from({ length: MEMBERS - 1 }, () => ({ contestId: 1 })));
  // What comes later on the same connection shows that nothing else is on its way.
  await left?.join(ROOM);
  await sockets.emitGradually(ROOM, 'table update', { contestId: 2 });
  await expect.poll(() => heardByLeft).toEqual([2]);
});

test('clients of every generation hear it once, wherever they stand in a large room', async () => {
  await using room = await openRoom(40);
  const { sockets, clients } = room;
  const members = sockets.membersOf(ROOM);
  members.forEach((member, place) => void member.join(place % 3 ? ROOMS.currentClients : ROOMS.olderClients));
  const heard = clients.map(contestsHeardBy);

  for (const contestId of [1, 2]) await sockets.emitGradually(ROOM, 'table update', { contestId });

  await expect.poll(() => heard).toEqual(clients.map(() => [1, 2]));
});

test('members of a room that is left out get nothing', async () => {
  await using room = await openRoom(40);
  const { sockets, clients } = room;
  const own = ROOMS.contestUser(1, 2);
  const [first] = sockets.membersOf(ROOM);
  await first?.join(own);
  const ofFirst = clients.find(({ id }) => id === first?.id);
  const heardByFirst = contestsHeardBy(ofFirst);
  const heard = clients.filter((client) => client !== ofFirst).map(hears);

  await sockets.emitGradually(ROOM, 'table update', { contestId: 1 }, { except: own });

  expect(await Promise.all(heard)).toHaveLength(39);
  // What comes later on the same connection shows that nothing else is on its way.
  await sockets.emitGradually(ROOM, 'table update', { contestId: 2 });
  await expect.poll(() => heardByFirst).toEqual([2]);
});

test('events that a room is not declared for are refused before anybody gets them', async () => {
  await using room = await openRoom(1);
  await expect(room.sockets.emitGradually(ROOM, 'people changed', { userIds: null })).rejects.toThrow(
    'not declared',
  );
});
