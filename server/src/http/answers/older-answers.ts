import { CURRENT_GENERATION, GENERATION_HEADER } from '@balloon/contracts/site/api-generation.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import type { FastifyRequest, preSerializationHookHandler } from 'fastify';
import { requestLocale } from '#http/callers/request-locale.ts';

/** Makes of an answer the one that an older client can show; `locale` is the language that its browser prefers. */
type OlderForm = (answer: never, locale: Locale) => unknown;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Form of the answer for older clients, on routes where it differs. */
    older?: OlderForm;
  }
}

/** Answers older clients in the form that the route declares for them. Refusals have one form for everybody. */
export const answerOlderClients: preSerializationHookHandler<unknown> = (request, reply, payload, done) => {
  const { older } = request.declared;
  if (older === undefined || reply.statusCode !== 200 || isCurrent(request)) return done();
  done(null, older(payload as never, requestLocale(undefined, request.headers)));
};

/** Whether the client knows the current form of answers. */
export const isCurrent = ({ headers }: FastifyRequest) => headers[GENERATION_HEADER] === CURRENT_GENERATION;
