import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Bounds of what a connection may hold by not reading. */
export interface ReaderBounds {
  /** Time in ms without progress after which a reader is cut off that has bytes to read. */
  silentMs: number;
  /** Requests of a connection that are answered one behind the other. */
  requestsAtOnce: number;
}

/** Bounds of the product: a phone that comes out of a tunnel goes on, and browsers send one request at a time. */
export const READER_BOUNDS: ReaderBounds = { silentMs: 120_000, requestsAtOnce: 10 };

/**
 * Cuts off readers who stand still, and those who ask on and on without reading. Each unread answer holds its file or its
 * pages in memory, and its connection, so that few machines could otherwise hold everything that a process may open.
 * Answers that take long to make are not concerned: there is nothing to read yet.
 */
export function cutSlowReaders(app: FastifyInstance, { silentMs, requestsAtOnce }: ReaderBounds): void {
  const waiting = new WeakMap<Socket, number>();
  // Node counts any byte, also in the middle of a large piece, as progress.
  app.server.setTimeout(silentMs);
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const number = (waiting.get(socket) ?? 0) + 1;
    if (number > requestsAtOnce) return void socket.destroy();
    waiting.set(socket, number);
    response.once('finish', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    response.on('timeout', cutWhereUnread); // any listener keeps Node from closing the connection by itself
  });
}

function cutWhereUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}
