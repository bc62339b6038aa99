import type { IncomingHttpHeaders } from 'node:http';
import { UnauthenticatedError } from '#errors.ts';
import type { FoundSession } from '#features/session/session.queries.ts';
import { sessionLifetimeMs, TOUCH_EVERY_MS } from '#features/session/session-lifetime.ts';
import { type ShownToken, shownToken, tokenHash, tokenKey } from '#features/session/session-token.ts';
import type { Services, User } from '#services.ts';

/** Caller with the session and the token. */
export interface ResolvedSession {
  user: User;
  session: FoundSession;
  shown: ShownToken;
}

/**
 * Resolves the sender of headers, for requests and socket handshakes alike: a session cookie or `X-Token`.
 * Null without a valid session. Notes the visit, which extends the session.
 */
export async function resolveSession(
  services: Services,
  headers: IncomingHttpHeaders,
): Promise<ResolvedSession | null> {
  const shown = shownToken(headers);
  if (!shown) return null;
  const session = await services.sessions.find(tokenHash(shown.token), services.db);
  return session ? visited(services, session, shown) : null;
}

/** Resolves a session that is in memory, as most are, without waiting; null: ask `resolveSession`. */
export function peekSession(services: Services, headers: IncomingHttpHeaders): ResolvedSession | null {
  const shown = shownToken(headers);
  const session = shown && services.sessions.peek(tokenKey(shown.token));
  return session ? visited(services, session, shown) : null;
}

function visited({ seen }: Services, session: FoundSession, shown: ShownToken): ResolvedSession {
  const { id, userId, username, accessMask, groupIds, device, teams, nowMs } = session;
  if (nowMs - session.seenAtMs >= TOUCH_EVERY_MS) {
    session.seenAtMs = nowMs; // all requests hold the same session
    seen.note({ id, userId, nowMs, expiresAtMs: nowMs + sessionLifetimeMs(accessMask) });
  }
  return { user: { id: userId, username, accessMask, groupIds, device, teams }, session, shown };
}

/** The signed-in person behind headers, or null. */
export async function resolveUser(services: Services, headers: IncomingHttpHeaders): Promise<User | null> {
  return (await resolveSession(services, headers))?.user ?? null;
}

/**
 * The session of a signed-in caller.
 *
 * @throws {UnauthenticatedError} NOT_SIGNED_IN when it ended meanwhile
 */
export async function currentSessionId(
  services: Services,
  { headers }: { headers: IncomingHttpHeaders },
): Promise<number> {
  const resolved = await resolveSession(services, headers);
  if (!resolved) throw new UnauthenticatedError('NOT_SIGNED_IN', 'Sign in first');
  return resolved.session.id;
}
