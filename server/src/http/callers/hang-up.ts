import type { FastifyReply } from 'fastify';

/** Aborts when the other end hangs up before it got its answer. */
export function hangUpOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
