import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { peekSession, type ResolvedSession, resolveSession } from '#features/session/resolve-user.ts';
import { replaceToken, settleToken } from '#features/session/session.queries.ts';
import { setSessionCookie } from '#features/session/session-cookie.ts';
import {
  OLD_TOKEN_VALID_MS,
  ROTATE_AFTER_MS,
  UNSHOWN_TOKEN_WAITS_MS,
} from '#features/session/session-lifetime.ts';
import { newSalt, successorOf, tokenHash } from '#features/session/session-token.ts';
import { clientIp } from '#http/callers/client-ip.ts';
import { overPool, type Services } from '#services.ts';

/**
 * Loads the signed-in person into the request, for routes that need a person. Public routes are skipped, so
 * that they work while the database is away. Most people are in memory, and nothing waits for them.
 */
export function loadUser(services: Services): onRequestHookHandler {
  const overWriters = overPool(services, services.writersDb);
  return (request, reply, done) => {
    const { allow, isSending } = request.declared;
    if (!allow || allow === 'public' || allow === 'judge') return done();
    const known = peekSession(services, request.headers);
    if (known && !isRotationDue(known) && known.session.successorSalt === null) {
      setUser(request, known);
      return done();
    }
    void readUser(isSending ? overWriters : services, request, reply).then(() => done(), done);
  };
}

async function readUser(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const resolved = await resolveSession(services, request.headers);
  if (!resolved) return;
  setUser(request, resolved);
  const { session, shown } = resolved;
  if (isRotationDue(resolved)) await rotateToken(services, resolved, reply);
  else if (session.successorSalt === null) return;
  else if (session.isCurrentToken) {
    await settleToken(services.db, tokenHash(shown.token), session.nowMs + OLD_TOKEN_VALID_MS);
  } else if (shown.by === 'cookie') {
    // The answer with the new token is under way, or was lost.
    setSessionCookie(services, reply, successorOf(shown.token, session.successorSalt));
  }
}

function setUser(request: FastifyRequest, { user }: ResolvedSession): void {
  request.user = { ...user, ip: clientIp(request) };
}

/** Programs (`X-Token`) keep their tokens, since they would not receive the new one. */
const isRotationDue = ({ session, shown }: ResolvedSession) =>
  shown.by === 'cookie' && session.isCurrentToken && session.nowMs - session.rotatedAtMs >= ROTATE_AFTER_MS;

/**
 * Replaces a token that has been in use for hours, so that a stolen one is of little use. The old one stays good until the new
 * one was shown.
 */
async function rotateToken(services: Services, { session, shown }: ResolvedSession, reply: FastifyReply) {
  const { nowMs } = session;
  const salt = newSalt();
  const token = successorOf(shown.token, salt);
  const isReplaced = await replaceToken(services.db, {
    oldHash: tokenHash(shown.token),
    newHash: tokenHash(token),
    salt,
    nowMs,
    oldValidUntilMs: nowMs + UNSHOWN_TOKEN_WAITS_MS,
  });
  if (isReplaced) setSessionCookie(services, reply, token);
}
