import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_COOKIE, DEVICE_LIFETIME_MS } from '#features/session/known-device.ts';
import { isToken, SESSION_COOKIE } from '#features/session/session-token.ts';
import { isHttps } from '#http/pages/public-url.ts';
import type { Services } from '#services.ts';

/** The longest a session can live unused; when it really ends the database decides. */
const COOKIE_MAX_AGE_SEC = 30 * 24 * 3600;

/** Flags of our cookies: hidden from scripts; other sites can cause it to be sent only by a plain link. */
const flags = ({ options }: Services) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(options.publicUrl) }) as const;

export function setSessionCookie(services: Services, reply: FastifyReply, token: string): void {
  reply.setCookie(SESSION_COOKIE, token, { ...flags(services), maxAge: COOKIE_MAX_AGE_SEC });
}

/** The key of this browser, or null. */
export function deviceKey({ server, headers }: FastifyRequest): string | null {
  const key = server.parseCookie(headers.cookie ?? '')[DEVICE_COOKIE];
  return key !== undefined && isToken(key) ? key : null;
}

/** Sets the device cookie, which outlives the session because it gives no access. */
export function setDeviceCookie(services: Services, reply: FastifyReply, key: string): void {
  reply.setCookie(DEVICE_COOKIE, key, { ...flags(services), maxAge: DEVICE_LIFETIME_MS / 1000 });
}

export function clearSessionCookie(services: Services, reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, flags(services));
}
