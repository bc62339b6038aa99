import type { preValidationAsyncHookHandler } from 'fastify';

/**
 * Older clients put the fields of some calls into the address and send an empty body: then the address is the body.
 * Nothing is mixed: with a body the address counts for nothing. Such a route keeps its address out of the log.
 */
export const queryAsBody: preValidationAsyncHookHandler = async (request) => {
  if (isEmpty(request.body)) request.body = request.query;
};

function isEmpty(body: unknown): boolean {
  if (body === undefined || body === null) return true;
  return typeof body === 'object' && !Array.isArray(body) && Object.keys(body).length === 0;
}
