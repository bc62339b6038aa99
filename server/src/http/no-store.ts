import type { onSendAsyncHookHandler } from 'fastify';

/** What the API answers is for one person at one moment: no browser and no proxy on the way may keep it. */
export const keepAnswersOutOfCaches: onSendAsyncHookHandler = async (request, reply) => {
  if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
    reply.header('cache-control', 'no-store');
  }
};
