import { createHmac, hash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export const SESSION_COOKIE = 'balloon_session';
const TOKEN_HEADER = 'x-token';
const TOKEN_BYTES = 32;

/** Token of a request and its transport: browsers send the cookie, programs the `X-Token` header. */
export interface ShownToken {
  token: string;
  by: 'cookie' | 'header';
}

/** Creates a token that cannot be guessed: 256 random bits in hex. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('hex');
}

export const newSalt = (): Buffer => randomBytes(TOKEN_BYTES);

/**
 * Makes the token that follows another one. It is the same each time, so that every answer may carry it and none of them undoes
 * another; without the salt nobody can tell it.
 */
export function successorOf(token: string, salt: Buffer): string {
  return createHmac('sha256', salt).update(token).digest('hex');
}

/** Hash that the database stores. Tokens are random, so one round of SHA-256 is enough. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Hash of a token as text, by which processes know sessions in memory. */
export const tokenKey = (token: string): string => hash('sha256', token, 'base64');

/** The token in a request's or a socket handshake's headers; the header wins over the cookie. */
export function shownToken(headers: IncomingHttpHeaders): ShownToken | null {
  const fromHeader = headers[TOKEN_HEADER];
  if (typeof fromHeader === 'string' && isToken(fromHeader)) return { token: fromHeader, by: 'header' };
  const fromCookie = COOKIE_VALUE.exec(headers.cookie ?? '')?.[1];
  return fromCookie === undefined ? null : { token: fromCookie, by: 'cookie' };
}

// Handshakes have no parsed cookies, and a hex value needs no decoding.
const COOKIE_VALUE = new RegExp(`(?:^|;) *${SESSION_COOKIE}=([0-9a-f]{64}) *(?:;|$)`);

/** Whether a text has the form of what `newToken` gives. */
export const isToken = (text: string) => /^[0-9a-f]{64}$/.test(text);
