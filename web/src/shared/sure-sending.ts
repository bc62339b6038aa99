import { ApiError } from '#shared/api-error.ts';

/* For what must arrive once although the connection comes and goes. */

/** No answer, or one from a proxy in front of a server that restarts. */
export function isConnectionTrouble(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

/** Random text for the server to know a repeated request by. Works on pages over plain http too. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
