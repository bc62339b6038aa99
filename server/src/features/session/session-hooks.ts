import type { FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import { type ResolvedSession, resolveSession } from '#features/session/resolve-user.ts';
import { replaceToken } from '#features/session/session.queries.ts';
import { setSessionCookie } from '#features/session/session-cookie.ts';
import { OLD_TOKEN_VALID_MS, ROTATE_AFTER_MS } from '#features/session/session-lifetime.ts';
import { newToken, tokenHash } from '#features/session/session-token.ts';
import { clientIp } from '#http/client-ip.ts';
import { overPool, type Services } from '#services.ts';

/**
 * Loads the signed-in person into the request, for routes that need a person. Public routes are skipped, so
 * that they work while the database is away.
 */
export function loadUser(services: Services): onRequestAsyncHookHandler {
  const overWriters = overPool(services, services.writersDb);
  return async (request, reply) => {
    const { allow, isSending } = request.routeOptions.config;
    if (!allow || allow === 'public' || allow === 'judge') return;
    const used = isSending ? overWriters : services;
    const resolved = await resolveSession(used, request.headers);
    if (!resolved) return;
    request.user = { ...resolved.user, ip: clientIp(request) };
    await rotateToken(used, resolved, reply);
  };
}

/**
 * Replaces a token that has been in use for hours, so that a stolen one is of little use. Programs
 * (`X-Token`) keep theirs, since they would not receive the new one.
 */
async function rotateToken(services: Services, { session, shown }: ResolvedSession, reply: FastifyReply) {
  const { nowMs } = session;
  if (shown.by !== 'cookie' || !session.isCurrentToken) return;
  if (nowMs - session.rotatedAtMs < ROTATE_AFTER_MS) return;
  const token = newToken();
  const isReplaced = await replaceToken(services.db, {
    oldHash: tokenHash(shown.token),
    newHash: tokenHash(token),
    nowMs,
    oldValidUntilMs: nowMs + OLD_TOKEN_VALID_MS,
  });
  if (isReplaced) setSessionCookie(services, reply, token);
}
