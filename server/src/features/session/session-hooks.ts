import type { onRequestAsyncHookHandler } from 'fastify';
import type { Services } from '#services.ts';

export function loadUser(_services: Services): onRequestAsyncHookHandler {
  return async () => {};
}

export function refuseCrossSite(_services: Services): onRequestAsyncHookHandler {
  return async () => {};
}
