import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Tokens are random, so one round of SHA-256 is enough. */
export const tokenHashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Returns the hash of the token that `Authorization` shows, or null where it shows none. */
export function shownTokenHash({ headers }: Pick<FastifyRequest, 'headers'>): Buffer | null {
  const token = /^Bearer ([!-~]{16,200})$/.exec(headers.authorization ?? '')?.[1];
  return token === undefined ? null : tokenHashOf(token);
}

/** The same on a route of judges, which `guardRoutes` has let in. */
export function tokenHashOfJudge(request: Pick<FastifyRequest, 'headers'>): Buffer {
  const hash = shownTokenHash(request);
  if (!hash) throw new Error('A judge was let in without a token');
  return hash;
}
