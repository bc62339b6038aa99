import type { IncomingHttpHeaders } from 'node:http';
import { resolveSession } from '#features/session/resolve-user.ts';
import { senderOf } from '#http/callers/client-ip.ts';
import type { ClientSocket } from '#realtime/local-sockets.ts';
import type { ServerOptions, Services } from '#services.ts';

/**
 * Whether a handshake comes from our own page. Another site's page would be let in with our visitor's cookie,
 * and the browser asks no permission for a WebSocket; programs send no Origin.
 */
export function isFromOwnPage(
  headers: IncomingHttpHeaders,
  { publicUrl, trustProxy }: Pick<ServerOptions, 'publicUrl' | 'trustProxy'>,
): boolean {
  if (headers.origin === undefined) return true;
  const host = URL.parse(headers.origin)?.host; // null for the opaque origin `null`
  if (host === undefined || host === '') return false;
  const forwarded = trustProxy ? headers['x-forwarded-host'] : undefined;
  const own = typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : headers.host;
  return host === own || (publicUrl !== null && host === new URL(publicUrl).host);
}

/**
 * Identifies the person of a socket by the session cookie, or `X-Token` as a header or in `auth.token`.
 * Clients without a session may connect too, and only receive that the server is there.
 */
export async function introduce(services: Services, socket: ClientSocket): Promise<void> {
  const { headers, auth } = socket.handshake;
  const token: unknown = auth.token;
  const shown = typeof token === 'string' ? { ...headers, 'x-token': token } : headers;
  const resolved = await resolveSession(services, shown);
  const ip = senderOf(socket.request, services.options);
  socket.data.user = resolved ? { ...resolved.user, ip } : null;
  socket.data.sessionId = resolved?.session.id ?? null;
}
