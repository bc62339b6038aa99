import type { Server as HttpServer, RequestListener } from 'node:http';
import { Server } from 'socket.io';
import { isDatabaseAway } from '#database-away.ts';
import { resolveSession } from '#features/session/resolve-user.ts';
import { boundConnection } from '#realtime/bound-connection.ts';
import type { ClientEventHandlers, Teller } from '#realtime/client-events.ts';
import { openGate } from '#realtime/event-gate.ts';
import { introduce, isFromOwnPage } from '#realtime/handshake.ts';
import { HandshakeLimits } from '#realtime/handshake-limits.ts';
import type { ClientSocket, SocketServer } from '#realtime/local-sockets.ts';
import { keepClientPath } from '#realtime/older-socket-client.ts';
import { contestOfRoom, ROOMS } from '#realtime/rooms.ts';
import { watchSessions } from '#realtime/session-watch.ts';
import type { Services } from '#services.ts';

/** Largest message; clients send little more than ids. */
const MAX_MESSAGE_BYTES = 16 * 1024;
/** Time within which a connection must complete its handshake. */
const CONNECT_WITHIN_MS = 10_000;

/**
 * The live channel of this process. Theory of operation: a socket belongs to the session of its handshake; it
 * joins rooms by events that pass one gate (`event-gate.ts`) and the same rules as the HTTP calls. The
 * database announces changes to every web process, and each notifies the members of its own rooms by the
 * tellers that the features hand in (`live.ts`). Sessions are checked again while sockets listen.
 */
export function startSockets(
  server: HttpServer,
  services: Services,
  { tellers, handlers }: { tellers: readonly Teller[]; handlers: ClientEventHandlers },
): { close(): Promise<void> } {
  const { announcements, options, sockets } = services;
  const startedAt = Date.now();
  const limits = new HandshakeLimits(options);
  const application = server.listeners('request') as RequestListener[];
  const io: SocketServer = new Server(server, {
    path: '/socket.io',
    serveClient: false,
    allowEIO3: true, // clients of the older generation
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: CONNECT_WITHIN_MS,
    allowRequest: (request, answer) => {
      if (!isFromOwnPage(request.headers, options)) return answer('Another site', false);
      limits
        .allows(request, (headers) => resolveSession(services, headers))
        .then(
          (isAllowed) => answer(isAllowed ? null : 'Too many', isAllowed),
          () => answer('Try again', false), // the database is away
        );
    },
  });
  io.engine.on('connection', boundConnection);
  keepClientPath(server, application);
  sockets.attach(io);

  io.use((socket, next) => {
    introduce(services, socket).then(
      () => next(),
      (error) => refuse(services, socket, error, next),
    );
  });
  io.on('connection', (socket) => {
    if (!limits.takeIn(socket)) return socket.conn.close();
    sockets.sort(socket);
    openGate(services, socket, handlers);
    socket.emit('server started', { socketId: socket.id, startedAt, nowMs: services.clock.shownMs() });
  });

  const stops = [
    watchSessions(services),
    ...tellers.map((tell) => tell(services)),
    announcements.on('resync', () => tellToCatchUp(services)),
  ];
  return {
    async close() {
      for (const stop of stops) stop();
      // Only the connections: clients come back by themselves, which a farewell would forbid them. The HTTP
      // server is Fastify's to close.
      io.engine.close();
    },
  };
}

function refuse(services: Services, socket: ClientSocket, error: unknown, next: (error: Error) => void) {
  if (!isDatabaseAway(error)) services.log.error({ err: error }, 'a socket’s handshake failed');
  // A refusal is final for clients, a lost connection makes them try again.
  socket.conn.close();
  next(new Error('DATABASE_AWAY'));
}

/** Makes every socket read again what is on the screen, because this process may have missed changes. */
function tellToCatchUp({ sockets }: Services) {
  sockets.emitToAll('resync', {});
  for (const room of sockets.roomNames()) {
    const contestId = contestOfRoom(room);
    if (contestId === undefined) continue;
    const among = ROOMS.contestTable(contestId);
    void sockets.emitGradually(room, 'table update', { contestId }, { among });
  }
}
