import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export const SESSION_COOKIE = 'balloon_session';
const TOKEN_HEADER = 'x-token';
const TOKEN_BYTES = 32;

/** How a request showed its token: browsers send the cookie, programs the `X-Token` header. */
export interface ShownToken {
  token: string;
  by: 'cookie' | 'header';
}

/** Cannot be guessed: 256 random bits in hex. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('hex');
}

/** What the database keeps. Tokens are random, so one round of SHA-256 is enough. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The token in a request's or a socket handshake's headers; the header wins over the cookie. */
export function shownToken(headers: IncomingHttpHeaders): ShownToken | null {
  const fromHeader = headers[TOKEN_HEADER];
  if (typeof fromHeader === 'string' && isToken(fromHeader)) return { token: fromHeader, by: 'header' };
  const fromCookie = COOKIE_VALUE.exec(headers.cookie ?? '')?.[1];
  return fromCookie === undefined ? null : { token: fromCookie, by: 'cookie' };
}

// Handshakes have no parsed cookies, and a hex value needs no decoding.
const COOKIE_VALUE = new RegExp(`(?:^|;) *${SESSION_COOKIE}=([0-9a-f]{64}) *(?:;|$)`);

const isToken = (text: string) => /^[0-9a-f]{64}$/.test(text);
