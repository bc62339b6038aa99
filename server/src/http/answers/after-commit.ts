import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** What must have resolved before the answer is sent, or null. The answer is an error when it rejects. */
    sendAfter: Promise<void> | null;
  }
}

/** Sends an answer that was made during a commit after the commit. Must come after the hooks that work on the answer. */
export function answerAfterCommit(app: FastifyInstance): void {
  app.decorateRequest('sendAfter', null);
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const { sendAfter } = request;
    if (!sendAfter) return done();
    request.sendAfter = null; // the answer that an error becomes waits for nothing
    sendAfter.then(() => done(), done);
  });
}
