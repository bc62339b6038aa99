import type { onSendHookHandler } from 'fastify';

/** Forbids browsers and proxies to store answers of the API, which are for one person at one moment. */
export const keepAnswersOutOfCaches: onSendHookHandler = (request, reply, _payload, done) => {
  if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
    reply.header('cache-control', 'no-store');
  }
  done();
};
