import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import type { onRequestHookHandler } from 'fastify';
import { ThrottledError } from '#errors.ts';

/** Requests of one participant that are under way at once: all windows of a browser that comes back ask for fewer. */
export const REQUESTS_AT_ONCE = 500;

/**
 * Bounds what one participant has under way on this process. Readers wait in one line for a connection to the database,
 * which is as long as some thousand requests: without the bound one person could fill it, and all others would wait or be
 * refused. Who sends a solution waits in another line, and is not counted.
 *
 * @returns hook that throws {ThrottledError} THROTTLED; to be added behind the one that loads the person
 */
export function boundPeople(atOnce = REQUESTS_AT_ONCE): onRequestHookHandler {
  const underWay = new Map<number, number>();
  return ({ user, declared }, reply, done) => {
    if (!user || declared.isSending || isSupervisor(user.accessMask)) return done();
    if (reply.raw.destroyed) return done(); // left while the hooks before ran: nothing would count it down
    const id = user.person?.id ?? user.id;
    const number = underWay.get(id) ?? 0;
    if (number >= atOnce)
      return done(new ThrottledError('THROTTLED', 'You ask for too much at once', { retryAfterSec: 1 }));
    underWay.set(id, number + 1);
    reply.raw.once('close', () => {
      const left = (underWay.get(id) ?? 1) - 1;
      if (left > 0) underWay.set(id, left);
      else underWay.delete(id);
    });
    done();
  };
}
