import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { isDatabaseAway } from '#database-away.ts';
import { tellChatEvents } from '#features/chat/chat-events.ts';
import { tellContestChanges } from '#features/contests/contest-problems-live.ts';
import { tellMessageEvents } from '#features/messages/message-events.ts';
import { tellSolutionEvents } from '#features/solutions/solution-events.ts';
import { tellTrialRunEvents } from '#features/trial-runs/trial-run-events.ts';
import { openGate } from '#realtime/event-gate.ts';
import { introduce, isFromOwnPage } from '#realtime/handshake.ts';
import type { ClientSocket, SocketServer } from '#realtime/local-sockets.ts';
import { contestOfRoom } from '#realtime/rooms.ts';
import { watchSessions } from '#realtime/session-watch.ts';
import type { Services } from '#services.ts';

/** Clients send ids, nothing more. */
const MAX_MESSAGE_BYTES = 16 * 1024;

/**
 * The live channel of this process. Theory of operation: a socket belongs to the session of its handshake; it
 * joins rooms by events that pass one gate (`event-gate.ts`) and the same rules as the HTTP calls. What happens
 * is announced by the database to every web process, and each tells the members of its own rooms
 * (`solution-events.ts`, the scoreboard's table updates). Sessions are checked again while sockets listen.
 */
export function startSockets(server: HttpServer, services: Services): { close(): Promise<void> } {
  const { announcements, options, sockets } = services;
  const startedAt = Date.now();
  const io: SocketServer = new Server(server, {
    path: '/socket.io',
    serveClient: false,
    allowEIO3: true, // clients of the older generation
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    allowRequest: (request, answer) => answer(null, isFromOwnPage(request.headers, options)),
  });
  sockets.attach(io);

  io.use((socket, next) => {
    introduce(services, socket).then(
      () => next(),
      (error) => refuse(services, socket, error, next),
    );
  });
  io.on('connection', (socket) => {
    openGate(services, socket);
    socket.emit('server started', { socketId: socket.id, startedAt, nowMs: Date.now() });
  });

  const stops = [
    watchSessions(services),
    tellSolutionEvents(services),
    tellChatEvents(services),
    tellTrialRunEvents(services),
    tellMessageEvents(services),
    tellContestChanges(services),
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

/** This process may have missed what its sockets wait for: everybody reads again what is on the screen. */
function tellToCatchUp({ sockets }: Services) {
  sockets.emitToAll('resync', {});
  for (const room of sockets.roomNames()) {
    const contestId = contestOfRoom(room);
    if (contestId !== undefined) sockets.emit(room, 'table update', { contestId });
  }
}
