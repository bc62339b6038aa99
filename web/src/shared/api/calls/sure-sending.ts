import { readStored, writeStored } from '#shared/api/browser/storage.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';

/* Helpers for messages that must arrive exactly once over an unstable connection. */

/** Whether there was no answer, or one from a proxy in front of a restarting server. */
export function isConnectionTrouble(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

const BUSY_CODES: ReadonlySet<string> = new Set(['OVERLOADED', 'DATABASE_BUSY']);

/** Whether the server has refused for the moment and said when to come again: nothing was begun. */
export function isBusy(error: unknown): error is ApiError {
  return error instanceof ApiError && BUSY_CODES.has(error.code);
}

/** Longest pause before another try, whatever the server says, in ms. */
const LONGEST_PAUSE_MS = 30_000;

/** Pause before another try in ms: what the server asked for, else longer with each failure. */
export function pauseBeforeRetry(failures: number, error: unknown, longestMs: number): number {
  const askedSec = error instanceof ApiError ? error.retryAfterSec : null;
  return askedSec === null
    ? Math.min(500 * 2 ** failures, longestMs)
    : Math.min(askedSec * 1_000, LONGEST_PAUSE_MS);
}

/**
 * Keys of what was sent and has no answer yet, by the place from which it was sent. They outlive the screen: pressing again after
 * a failure, or after leaving and coming back, repeats the same sending, which the server takes once. A changed body is another one.
 */
export class UnansweredKeys {
  readonly #sendings = new Map<string, Unanswered>();
  readonly #storedAs: string | undefined;

  /** @param storedAs name under which the browser keeps them, so that they outlive a new load of the page, too */
  constructor(storedAs?: string) {
    this.#storedAs = storedAs;
  }

  /** Returns the key for a body; that of before while it has no answer. */
  keyFor(place: string, body: unknown): string {
    const print = fingerprint(JSON.stringify(body));
    const known = this.#sendings.get(place) ?? this.#stored()[place];
    const key = known?.print === print && known.key ? known.key : newIdempotencyKey();
    this.#sendings.set(place, { print, key });
    this.#store({ ...this.#stored(), [place]: { print, key } });
    return key;
  }

  /** Forgets what the server has taken; the same body is a new sending then. */
  taken(place: string, key: string): void {
    if (this.#sendings.get(place)?.key === key) this.#sendings.delete(place);
    const { [place]: stored, ...others } = this.#stored();
    if (stored?.key === key) this.#store(others);
  }

  #stored(): Readonly<Record<string, Partial<Unanswered> | null>> {
    return (this.#storedAs && readStored<Record<string, Unanswered> | null>(this.#storedAs, null)) || {};
  }

  #store(sendings: object): void {
    if (this.#storedAs) writeStored(this.#storedAs, sendings);
  }
}

interface Unanswered {
  /** Fingerprint of the body. */
  print: string;
  key: string;
}

/** Tells texts apart by length and 64 bits: enough for a body and the one that is sent in its place. */
function fingerprint(text: string): string {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  return `${text.length} ${(one >>> 0).toString(36)} ${(other >>> 0).toString(36)}`;
}

/** Random text by which the server recognises a repeated request. Works on pages over plain http too. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
