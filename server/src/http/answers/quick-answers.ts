import type { onRequestHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type PackedAnswer, sendPacked } from '#http/answers/send-packed.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Gives the answer of a route where all of it lies in memory and the caller may have it, without waiting. Null: the
     * handler answers, and says why it refuses. For routes that many ask for at the same moment.
     */
    quick?: (request: FastifyRequest) => PackedAnswer | null;
  }
}

/**
 * Answers what lies in memory before anything of the request is parsed or validated, which takes longer than the answer.
 * Must come after the hooks of `onRequest` that identify and admit the caller.
 */
export const answerQuickly: onRequestHookHandler = (request, reply, done) => {
  const { quick } = request.declared;
  const answer = quick && request.method === 'GET' ? quick(request) : null;
  if (answer) sendPacked(request, reply, answer);
  else done();
};

/** Longest address that is kept, and how many of them. */
const MAX_LENGTH = 200;
const MAX_URLS = 1_000;

/** What the validation made of an address, which is the same each time. Handlers note it for `quick`. */
export class KnownQueries<Asked extends object> {
  readonly #asked = new LRUCache<string, Asked>({ max: MAX_URLS });

  note(url: string, asked: Asked): void {
    if (url.length <= MAX_LENGTH) this.#asked.set(url, asked);
  }

  get(url: string): Asked | undefined {
    return this.#asked.get(url);
  }
}
