import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import type { FastifyRequest } from 'fastify';
import { clientIp } from '#http/callers/client-ip.ts';
import { requestLocale } from '#http/callers/request-locale.ts';

/** Address of a call, and the language of its person: the named one, or the browser's. */
export function whence(request: FastifyRequest): { ip: string | null; locale: Locale } {
  const { language } = (request.body ?? {}) as { language?: Locale };
  return { ip: clientIp(request), locale: requestLocale(language, request.headers) };
}
