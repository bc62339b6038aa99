import type { OutsideFailure } from '@balloon/contracts/outside/relay.ts';
import { errorText } from '@balloon/worker/log.ts';
import { type Evidence, OutsideError } from '#failures.ts';

type Redact = (text: string) => string;

/** Bounds of contracts/src/outside/relay.ts. */
export const MAX_MESSAGE = 4_000;
const MAX_BODY = 25_000;
const MAX_URL = 2_000;
const MAX_RETRY_AFTER_MS = 86_400_000;

/**
 * Recognises a failure of work that changes nothing in the system, such as a look. A connection that breaks means that
 * the system is away. Anything else is a page that the adapter was not made for.
 */
export function recognise(error: unknown): OutsideError {
  if (error instanceof OutsideError) return error;
  const text = errorText(error);
  return new OutsideError(isOfConnection(error) ? 'down' : 'drift', text, { cause: error });
}

function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || error.name === 'AbortError' || error.cause instanceof Error;
}

/** Writes a failure as the web stores it, without secrets. */
export function failureOf(error: OutsideError, redact: Redact): OutsideFailure {
  const { kind, message, retryAfterMs, evidence } = error;
  return {
    kind: kind === 'duplicate' ? 'drift' : kind,
    message: fit(redact(message), MAX_MESSAGE),
    retryAfterMs: retryAfterMs === undefined ? null : Math.min(Math.round(retryAfterMs), MAX_RETRY_AFTER_MS),
    evidence: evidence === undefined ? null : evidenceOf(evidence, redact),
  };
}

const evidenceOf = ({ url, status, body }: Evidence, redact: Redact) => ({
  url: fit(redact(url), MAX_URL),
  status,
  body: fit(redact(body), MAX_BODY),
});

/** Cuts a text to a bound. */
export function fit(text: string, maxLength: number): string {
  const whole = text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
  return whole.toWellFormed();
}
