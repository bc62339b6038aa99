import type { preValidationAsyncHookHandler } from 'fastify';

/**
 * Takes the query as the body when the body is empty, as older clients send some calls. The two are never
 * mixed: with a body the query is ignored. Such a route keeps its address out of the log.
 */
export const queryAsBody: preValidationAsyncHookHandler = async (request) => {
  if (isEmpty(request.body)) request.body = request.query;
};

function isEmpty(body: unknown): boolean {
  if (body === undefined || body === null) return true;
  return typeof body === 'object' && !Array.isArray(body) && Object.keys(body).length === 0;
}
