import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import type { Services } from '#services.ts';

/**
 * Answers a call that changed something when this process has heard of the change itself, so that the next call of the
 * same person sees it in whatever is kept in memory. Work of judges and relays changes nothing of that kind.
 */
export function answerAfterOwnChange({ announcements }: Services): onSendHookHandler {
  return (request, reply, _payload, done) => {
    if (!mayHaveChanged(request, reply)) return done();
    void announcements.caughtUp().then(() => done(), done);
  };
}

function mayHaveChanged({ method, declared }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  if (method === 'GET' || method === 'HEAD' || statusCode >= 400) return false;
  const { allow, isSending } = declared;
  return isSending !== true && allow !== 'judge' && allow !== 'relay';
}
