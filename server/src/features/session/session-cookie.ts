import type { FastifyReply } from 'fastify';
import { SESSION_COOKIE } from '#features/session/session-token.ts';
import type { Services } from '#services.ts';

/** The longest a session can live unused; when it really ends the database decides. */
const COOKIE_MAX_AGE_SEC = 30 * 24 * 3600;

/** Scripts cannot read it, other sites cannot make the browser send it with anything but a plain link. */
const flags = ({ options }: Services) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(options.publicUrl) }) as const;

const isHttps = (publicUrl: string | null) => publicUrl?.startsWith('https://') ?? false;

export function setSessionCookie(services: Services, reply: FastifyReply, token: string): void {
  reply.setCookie(SESSION_COOKIE, token, { ...flags(services), maxAge: COOKIE_MAX_AGE_SEC });
}

export function clearSessionCookie(services: Services, reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, flags(services));
}
