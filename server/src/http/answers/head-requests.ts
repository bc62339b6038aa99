import type { IncomingMessage } from 'node:http';

/**
 * Lets HEAD be answered by the routes of GET: Node has seen the method by now and sends no body. A route of its own for
 * each, as Fastify would make, is a quarter of what all routes cost at a start.
 *
 * @returns the address, which stays
 */
export function askAsGet(request: IncomingMessage): string {
  if (request.method === 'HEAD') request.method = 'GET';
  return request.url ?? '';
}
