import type { onSendAsyncHookHandler } from 'fastify';
import type { Services } from '#services.ts';

/**
 * Answers a call that changed something when this process has heard of the change itself, so that the next call of the
 * same person sees it in whatever is kept in memory. Work of judges and relays changes nothing of that kind.
 */
export function answerAfterOwnChange({ announcements }: Services): onSendAsyncHookHandler {
  return async ({ method, routeOptions }, reply) => {
    const { allow, isSending } = routeOptions.config;
    if (method === 'GET' || method === 'HEAD' || reply.statusCode >= 400) return;
    if (isSending === true || allow === 'judge' || allow === 'relay') return;
    await announcements.caughtUp();
  };
}
