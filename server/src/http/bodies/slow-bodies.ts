import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { ThrottledError } from '#errors.ts';
import type { User } from '#services.ts';

/** Bounds of the time in which a body arrives. */
export interface BodyPace {
  /** Longest time in ms for a body that is no upload. */
  withinMs: number;
  /** Interval in ms in which an upload must bring `leastBytes` more. */
  windowMs: number;
  leastBytes: number;
  /** Uploads of one person at once. */
  uploadsAtOnce: number;
}

/** Pace of the product. An upload may take hours over a slow line, as long as it goes on at 270 bytes a second. */
export const BODY_PACE: BodyPace = {
  withinMs: 5 * 60_000,
  windowMs: 60_000,
  leastBytes: 16 * 1024,
  uploadsAtOnce: 6,
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes large files: its body may arrive slowly, but not stand still. */
    isUpload?: boolean;
  }
}

/** Seconds after which somebody with too many uploads may try again. */
const RETRY_AFTER_SEC = 30;

/**
 * Cuts off senders that are too slow: a body has `withinMs`, an upload has no such limit but must make progress, so that
 * it cannot hold a connection for nothing. What the server itself has not read yet is not the sender's fault.
 *
 * @returns hook that admits uploads; to be added behind the one that refuses callers, so that strangers stay bounded.
 *   It throws {ThrottledError} THROTTLED when the person sends too many files at once through this process
 */
export function cutSlowBodies(app: FastifyInstance, pace: BodyPace): onRequestHookHandler {
  const stops = new WeakMap<IncomingMessage, () => void>();
  const admit = boundUploads(pace);
  // Before Fastify's own listener: it knows the route, and its hook below replaces this watch for uploads.
  app.server.prependListener('request', watch);
  return ({ raw, declared, user }, _reply, done) => {
    if (!declared.isUpload) return done();
    // A sender that left while the hooks before this one ran has closed already: nothing would end a watch.
    if (raw.destroyed) return done();
    if (user) admit(user, raw);
    stops.get(raw)?.();
    whileArriving(raw, watchProgress(raw, pace));
    done();
  };

  function watch(request: IncomingMessage) {
    if (!hasBody(request)) return;
    const timer = setTimeout(() => cutOff(request), pace.withinMs);
    stops.set(request, () => clearTimeout(timer));
    whileArriving(request, () => clearTimeout(timer));
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** @returns the function that stops watching */
function watchProgress(request: IncomingMessage, { windowMs, leastBytes }: BodyPace): () => void {
  let before = request.socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead } = request.socket;
    const isUnread = request.readableLength > 0;
    if (bytesRead - before < leastBytes && !isUnread) cutOff(request);
    before = bytesRead;
  }, windowMs);
  return () => clearInterval(timer);
}

function whileArriving(request: IncomingMessage, stop: () => void): void {
  request.once('end', stop).once('close', stop);
}

function cutOff(request: IncomingMessage): void {
  if (!request.complete) request.destroy();
}

/** Counts the uploads of each person, as long as their bodies arrive. */
function boundUploads({ uploadsAtOnce }: BodyPace) {
  const uploads = new Map<User['id'], number>();
  return ({ id }: User, request: IncomingMessage): void => {
    const underWay = uploads.get(id) ?? 0;
    if (underWay >= uploadsAtOnce) {
      throw new ThrottledError('THROTTLED', `At most ${uploadsAtOnce} uploads at once`, {
        retryAfterSec: RETRY_AFTER_SEC,
      });
    }
    uploads.set(id, underWay + 1);
    request.once('close', () => {
      const left = (uploads.get(id) ?? 1) - 1;
      if (left === 0) uploads.delete(id);
      else uploads.set(id, left);
    });
  };
}
