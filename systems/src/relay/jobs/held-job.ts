import type { RelayJob } from '@balloon/contracts/outside/relay-jobs.ts';
import { REPORTS_PER_LEASE } from '#relay/held-lease.ts';
import { RefusedError } from '#relay/relay-api.ts';
import type { WebContact } from '#relay/web-contact.ts';

/** Lease of a job, kept alive until disposed of. */
export interface HeldJob extends Disposable {
  /** Aborts when the web says that the lease is lost or the job was cancelled. */
  readonly lost: AbortSignal;
  /** Stops the work: an answer has said so. */
  lose(): void;
  /** Shows what is at work, with the next sign of life. */
  show(what: string): void;
}

/** Keeps the lease of a job by signs of life. */
export function holdJob(
  { jobId, fence }: Pick<RelayJob, 'jobId' | 'fence'>,
  leaseMs: number,
  contact: WebContact,
  closed: AbortSignal,
): HeldJob {
  const lost = new AbortController();
  let untold: string | null = null;
  let isTelling = false;

  async function tell(): Promise<void> {
    if (isTelling) return;
    isTelling = true;
    const what = untold;
    untold = null;
    try {
      const goOn = await contact.askOnce((api, { relayId }) =>
        api.jobProgress({ relayId, jobId, fence, ...(what === null ? {} : { what }) }, closed),
      );
      if (!goOn) lost.abort();
    } catch (error) {
      untold ??= what;
      // A web that is away is told again soon; one that refuses has taken the lease.
      if (error instanceof RefusedError) lost.abort();
    } finally {
      isTelling = false;
    }
  }

  const timer = setInterval(() => void tell(), leaseMs / REPORTS_PER_LEASE);
  return {
    lost: lost.signal,
    lose: () => lost.abort(),
    show(what) {
      untold = what;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
