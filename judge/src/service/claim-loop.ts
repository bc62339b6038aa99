import type { ClaimedWork, WorkKind } from '@balloon/contracts/judging/leases.ts';
import { errorText } from '@balloon/worker/log.ts';
import { createBackOff, pause } from '@balloon/worker/waiting.ts';
import { RefusedError } from '@balloon/worker/web-calls.ts';
import { type Duties, giveBack, leasedFor, type NextWork, type Work, workOn } from '#service/work.ts';

/** Longest time in ms until a claim is answered without work; below the idle time-outs of common proxies. */
const CLAIM_WAIT_MS = 25_000;
/**
 * Shortest time in ms of a long poll. After an empty answer that comes sooner (from a server that stops), the judge
 * pauses before the next claim.
 */
const SOON_MS = 1_000;

/** Part of the judge that one loop serves, such as a slot; works on one task at a time. */
export interface Place {
  /** Name in the log. */
  name: string;
  /** Kinds of work that the place claims. */
  takes: readonly WorkKind[];
  /** Number of failures in a row after which the judge exits, so that its supervisor starts it again. */
  troublesMax: number;
  /** Makes the work for a claim of a kind in `takes`. */
  workOf(claimed: ClaimedWork): Work;
  /** Marks the place as busy until disposed of; null where nothing depends on that. */
  enter(): Disposable | null;
  /** Offers the place to others until disposed of, while it waits for work; null where it is of no use to them. */
  offer(): AsyncDisposable | null;
}

/**
 * Claims work and does it, one after another, until the judge closes.
 *
 * @throws {RefusedError} when the server refuses a claim; {Error} after `troublesMax` failures in a row
 */
export async function runClaimLoop(place: Place, duties: Duties): Promise<void> {
  const { closing, log } = duties;
  const backOff = createBackOff(1_000, 10_000);
  let troubles = 0;
  let next: NextWork | null = null;
  while (!closing.aborted) {
    try {
      next = await workOnce(place, duties, next);
      troubles = 0;
      backOff.reset();
    } catch (error) {
      next = null;
      if (closing.aborted) return;
      if (error instanceof RefusedError) throw error;
      troubles += 1;
      log.error(`${place.name}: ${errorText(error)}`);
      if (troubles >= place.troublesMax) throw error;
      await backOff.pause(closing).catch(() => undefined);
    }
  }
  if (next) await giveBack(place.workOf(next.claimed), duties, null);
}

/**
 * Does one work, claimed here unless it came with the answer to the last result.
 *
 * @returns the work that came with the answer to this result
 */
async function workOnce(place: Place, duties: Duties, given: NextWork | null): Promise<NextWork | null> {
  const taken = given ?? (await claim(place, duties));
  if (!taken) return null;
  using _busy = place.enter();
  const wish = duties.isFit() ? { next: { takes: [...place.takes] } } : {};
  return await workOn(place.workOf(taken.claimed), taken.welcome, duties, wish);
}

async function claim(place: Place, { session, closing, isFit }: Duties): Promise<NextWork | null> {
  while (!isFit()) await pause(SOON_MS, closing);
  await using _offered = place.offer();
  const askedAtMs = performance.now();
  const { claimed, welcome, hasNews } = await session.ask(async (api, welcome) => {
    const request = { judgeId: welcome.judgeId, waitMs: CLAIM_WAIT_MS, takes: [...place.takes] };
    const { work, hasNews, leaseMs } = await api.claim(request, closing);
    return { welcome: leasedFor(welcome, leaseMs), claimed: work, hasNews };
  }, closing);
  if (claimed) return { claimed, welcome };
  if (hasNews) session.introduceAgain();
  if (performance.now() - askedAtMs < SOON_MS) await pause(SOON_MS / 4, closing);
  return null;
}
