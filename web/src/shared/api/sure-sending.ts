import { ApiError } from '#shared/api/api-error.ts';

/* Helpers for messages that must arrive exactly once over an unstable connection. */

/** Whether there was no answer, or one from a proxy in front of a restarting server. */
export function isConnectionTrouble(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

/** Random text by which the server recognises a repeated request. Works on pages over plain http too. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
