import type { OutsideError } from '#failures.ts';
import type { Duties } from '#relay/duties.ts';
import type { Lease } from '#relay/held-lease.ts';
import { failureOf } from '#relay/tell-failure.ts';

/** Failures of looks and polls of one account: the web is told once when their kind changes. */
export interface Troubles {
  note(failure: OutsideError, lease: Lease): void;
  /** Something worked. */
  over(): void;
  /** Whether the last look or poll failed: a new run is no reason to ask at the first pace then. */
  areTold(): boolean;
  /**
   * Makes a test for a run that is followed from now on: whether the account has been signed out or stopped since, for so
   * long that the run is better claimed anew. One that comes back to the same account is followed as long again.
   */
  patience(): () => boolean;
}

/** Reason to return a run: the account that sent it does not get in. */
export class AccountShutError extends Error {}

export function createTroubles(
  redact: (text: string) => string,
  { contact, log, closed, nowMs, pauses }: Duties,
): Troubles {
  let told: OutsideError['kind'] | null = null;
  let shutSinceMs: number | null = null;
  let hasTrouble = false;

  async function tell(failure: OutsideError, lease: Lease): Promise<void> {
    told = failure.kind;
    const words = failureOf(failure, redact);
    log.warn(`Solution ${lease.solutionId} cannot be followed: ${failure.kind}, ${words.message}`);
    try {
      await contact.askOnce((api, { relayId }) => api.trouble({ relayId, ...lease, failure: words }, closed));
    } catch {
      told = null; // told again at the next failure
    }
  }

  return {
    note(failure, lease) {
      hasTrouble = true;
      const isShut = failure.kind === 'signedOut' || failure.kind === 'challenge';
      shutSinceMs = isShut ? (shutSinceMs ?? nowMs()) : null;
      if (failure.kind !== told) void tell(failure, lease);
    },
    over() {
      hasTrouble = false;
      told = null;
      shutSinceMs = null;
    },
    areTold: () => hasTrouble,
    patience() {
      const sinceMs = nowMs();
      return () => shutSinceMs !== null && nowMs() - Math.max(sinceMs, shutSinceMs) >= pauses.renewAccountMs;
    },
  };
}
