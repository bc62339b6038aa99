import type { IncomingMessage } from 'node:http';
import type { onRequestHookHandler } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { LRUCache } from 'lru-cache';
import { isHttps } from '#http/pages/public-url.ts';

// An import of values would load the client of `fetch`, too: half as long as all contracts take.
const { ServerResponse } = process.getBuiltinModule('node:http');
const HSTS_SEC = 180 * 24 * 3600;
/** Names of the site whose headers are in memory; others are made for each request. */
const MAX_HOSTS = 50;

/**
 * Sets helmet's headers on every answer. They follow from the settings, and from the name by which a browser reaches the
 * site only where that is not set, so helmet makes them once: its work takes as long as many an answer.
 */
export function setSecurityHeaders(publicUrl: string | null): onRequestHookHandler {
  const protect = helmet(protection(publicUrl));
  const byHost = new LRUCache<string, Record<string, string>>({ max: MAX_HOSTS });
  return (request, reply, done) => {
    const host = publicUrl ?? request.headers.host ?? '';
    const known = byHost.get(host);
    const headers = known ?? headersBy(protect, request.raw);
    if (!known) byHost.set(host, headers);
    reply.headers(headers);
    done();
  };
}

function headersBy(protect: ReturnType<typeof helmet>, request: IncomingMessage): Record<string, string> {
  const response = new ServerResponse(request);
  protect(request, response, (error) => {
    if (error) throw error;
  });
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, `${value}`]));
}

/** What helmet is to set. Exported for the test that compares what arrives with what it would set itself. */
export const protection = (publicUrl: string | null): HelmetOptions => ({
  contentSecurityPolicy: contentSecurityPolicy(publicUrl),
  // A site reached by https stays on https for its visitors; subdomains are not ours.
  strictTransportSecurity: isHttps(publicUrl) && { maxAge: HSTS_SEC, includeSubDomains: false },
});

/** Allows own scripts and styles only. Inline styles are allowed: Mantine and KaTeX set some on elements. */
const contentSecurityPolicy = (publicUrl: string | null) => ({
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'https:'],
    fontSrc: ["'self'", 'data:'],
    // By name: Safari before 15.4 does not take `'self'` for WebSockets.
    connectSrc: ["'self'", (request: IncomingMessage) => socketOrigins(request, publicUrl)],
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    upgradeInsecureRequests: null, // a contest hall often has plain http
  },
});

function socketOrigins({ headers }: IncomingMessage, publicUrl: string | null): string {
  if (publicUrl !== null) return new URL(publicUrl).origin.replace(/^http/, 'ws');
  const host = URL.parse(`http://${headers.host}`)?.host;
  // Names of hosts may hold what separates directives.
  return host && !/[;,]/.test(host) ? `ws://${host} wss://${host}` : "'self'";
}
