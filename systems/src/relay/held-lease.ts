import { isDeepStrictEqual } from 'node:util';
import type { RelayLease, RelayProgress } from '@balloon/contracts/outside/relay.ts';
import { RefusedError } from '#relay/relay-api.ts';
import type { WebContact } from '#relay/web-contact.ts';

/** Lease without its relay, which may register again meanwhile. */
export type Lease = Omit<RelayLease, 'relayId'>;
/** Step that the web is told. */
export type Step = Pick<RelayProgress, 'step' | 'foreignVerdict' | 'isStrange'>;

/** Lease of a solution, kept alive until disposed of. */
export interface HeldLease extends Disposable {
  readonly lease: Lease;
  /** Aborts when the web says that the lease is lost. */
  readonly lost: AbortSignal;
  /** Tells the web a step that is news. */
  report(step: Step): void;
}

/** Number of reports per lease: two may get lost before the lease does. */
export const REPORTS_PER_LEASE = 3;
const NO_NEWS: Step = { step: null, foreignVerdict: null, isStrange: false };

/** Keeps a lease: news go at once, and a sign of life at least three times per lease. */
export function holdLease(
  lease: Lease,
  leaseMs: number,
  contact: WebContact,
  closed: AbortSignal,
): HeldLease {
  const lost = new AbortController();
  let latest = NO_NEWS;
  let told = NO_NEWS;
  let isTelling = false;
  let isDisposed = false;

  async function tellOnce(step: Step): Promise<void> {
    const isHeld = await contact.askOnce((api, { relayId }) =>
      api.progress({ relayId, ...lease, ...step }, closed),
    );
    if (!isHeld) lost.abort();
  }

  async function tell(): Promise<void> {
    if (isTelling) return;
    isTelling = true;
    try {
      do {
        const news = latest;
        await tellOnce(news === told ? NO_NEWS : news);
        told = news;
      } while (told !== latest && !isDisposed && !lost.signal.aborted);
    } catch (error) {
      // A web that is away is told again soon; one that refuses has taken the lease.
      if (error instanceof RefusedError) lost.abort();
    } finally {
      isTelling = false;
    }
  }

  const timer = setInterval(() => void tell(), leaseMs / REPORTS_PER_LEASE);
  return {
    lease,
    lost: lost.signal,
    report(step) {
      if (isDeepStrictEqual(step, latest)) return;
      latest = step;
      void tell();
    },
    [Symbol.dispose]() {
      isDisposed = true;
      clearInterval(timer);
    },
  };
}
