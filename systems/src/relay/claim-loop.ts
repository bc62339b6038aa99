import type { RelayWelcome } from '@balloon/contracts/outside/relay.ts';
import { errorText } from '@balloon/worker/log.ts';
import { createBackOff, orAbort, pause } from '@balloon/worker/waiting.ts';
import type { Duties } from '#relay/duties.ts';
import { RefusedError, type RelayApi } from '#relay/relay-api.ts';

/** Longest time in ms until a claim is answered without work; below the idle time-outs of common proxies. */
const CLAIM_WAIT_MS = 25_000;
/**
 * Shortest time in ms of a long poll. After an empty answer that comes sooner (from a server that stops), the relay
 * pauses before the next claim.
 */
const SOON_MS = 1_000;
/** Time in ms until a server that does not know a kind of work is asked again: it may be upgraded meanwhile. */
const UNKNOWN_WORK_MS = 60_000;

/** Kind of work that is claimed. */
export interface ClaimedWork<Work> {
  /** Name in the log. */
  name: string;
  /** Pieces in hand at once, above which nothing is claimed. */
  atOnce: number;
  /** Whether a server may be of a version that does not know this kind of work. */
  isNew: boolean;
  claim(
    api: RelayApi,
    request: { relayId: number; waitMs: number },
    signal: AbortSignal,
  ): Promise<Work | null>;
  /** Does the work. Never rejects. */
  carry(work: Work, welcome: RelayWelcome): Promise<void>;
}

/**
 * Claims work and carries it, many pieces at once, until the relay closes.
 *
 * @param carried pieces in hand, each until it is done
 * @throws {RefusedError} when the server refuses a claim
 */
export async function runClaimLoop<Work>(
  { name, atOnce, isNew, claim, carry }: ClaimedWork<Work>,
  carried: Set<Promise<void>>,
  { contact, closing, log }: Duties,
): Promise<void> {
  const backOff = createBackOff(1_000, 10_000);
  const inHand = new Set<Promise<void>>();

  async function claimOne(): Promise<void> {
    if (inHand.size >= atOnce) await orAbort(Promise.race(inHand), closing);
    const askedAtMs = performance.now();
    const { work, welcome } = await contact.ask(async (api, welcome) => {
      const { relayId } = welcome;
      return { welcome, work: await claim(api, { relayId, waitMs: CLAIM_WAIT_MS }, closing) };
    }, closing);
    if (!work) {
      if (performance.now() - askedAtMs < SOON_MS) await pause(SOON_MS / 4, closing);
      return;
    }
    const carrying = carry(work, welcome);
    for (const set of [inHand, carried]) {
      set.add(carrying);
      void carrying.finally(() => set.delete(carrying));
    }
  }

  while (!closing.aborted) {
    try {
      await claimOne();
      backOff.reset();
    } catch (error) {
      if (closing.aborted) return;
      if (isNew && isUnknownCall(error)) {
        log.warn(`The server has no ${name} for relays: it is of an older version`);
        await pause(UNKNOWN_WORK_MS, closing).catch(() => undefined);
      } else if (error instanceof RefusedError) throw error;
      else {
        log.error(`Claims of ${name}: ${errorText(error)}`);
        await backOff.pause(closing).catch(() => undefined);
      }
    }
  }
}

const isUnknownCall = (error: unknown) => error instanceof RefusedError && error.code === 'NOT_FOUND';
