/**
 * What a failure asks of the relay:
 *
 * - `down`: not reachable or under maintenance. Sends wait; no attempt is counted.
 * - `rate`: asked too fast. The account waits; no attempt is counted.
 * - `signedOut`: the account is not signed in, or its secret is wrong. One sign-in follows, then quarantine.
 * - `challenge`: a captcha or a check of browsers, never solved by us. The account stops until a human renews it.
 * - `refused`: final for this solution (language gone, source too long, contest over). The text is shown to its author.
 * - `duplicate`: the same source was taken before. The earlier run is looked for.
 * - `drift`: the page is not what we know. Sends to the system stop, the page is kept for supervisors.
 */
export type FailureKind = 'down' | 'rate' | 'signedOut' | 'challenge' | 'refused' | 'duplicate' | 'drift';

/** Page that could not be read, for supervisors. Secrets are removed before it is stored. */
export interface Evidence {
  url: string;
  status: number;
  /** Beginning of the body. */
  body: string;
}

interface Details {
  /** Time after which the system asks to come again. */
  retryAfterMs?: number | undefined;
  evidence?: Evidence | undefined;
  cause?: unknown;
}

/** Failure of an outside system that was recognised as what it is. */
export class OutsideError extends Error {
  readonly kind: FailureKind;
  readonly retryAfterMs: number | undefined;
  readonly evidence: Evidence | undefined;

  constructor(kind: FailureKind, message: string, { retryAfterMs, evidence, cause }: Details = {}) {
    super(message, { cause });
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.evidence = evidence;
  }
}

/**
 * Words after a send that look like a refusal, though the system may have taken the solution: they count when looks have
 * found no run.
 */
export class DoubtedRefusal extends Error {
  readonly refusal: OutsideError;

  constructor(refusal: OutsideError) {
    super(refusal.message, { cause: refusal });
    this.refusal = refusal;
  }
}

/** A wish for patience, or for a human: the account follows it whatever the send came to. */
const OF_ACCOUNT: ReadonlySet<FailureKind> = new Set<FailureKind>(['rate', 'challenge']);

/** What a failed send of unknown outcome asks of the account, if anything. */
export function askedOfAccount(error: unknown): OutsideError | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof OutsideError && OF_ACCOUNT.has(cause.kind) ? cause : undefined;
}

/** The page is not what the adapter knows. @param what what is missing, such as `table.status` */
export function drift(what: string, evidence?: Evidence): OutsideError {
  return new OutsideError('drift', `The page has changed: ${what}`, { evidence });
}
